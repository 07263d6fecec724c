/** Pages as DuckDuckGo's endpoints answer them, in structure; every word of them is made up. */

export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
  /** Default `a`. */
  readonly snippetTag?: string;
  /** Through the engine's redirect instead of directly. */
  readonly wrapped?: boolean;
  readonly date?: string;
  readonly isAd?: boolean;
}

export const TOKEN = `4-${'7'.repeat(30)}`;

/** What somebody has paid for. */
export const AD_HIT = { title: 'Buy tides', url: 'https://shop.example/', snippet: 'Cheap', isAd: true };

export function hits(count: number, from = 1): Hit[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return { title: `Tide ${number}`, url: `https://site-${number}.example/page`, snippet: `Water at ${number} feet` };
  });
}

export function wrapped(url: string): string {
  return `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=${'ab'.repeat(32)}`;
}

const AD = 'https://duckduckgo.com/y.js?ad_domain=shop.example&ad_provider=one&u3=https%3A%2F%2Fads.example%2Faclick';

function row({ title, url, snippet, snippetTag = 'a', wrapped: isWrapped, date, isAd }: Hit): string {
  const target = isAd ? AD : url;
  const href = isAd || isWrapped ? wrapped(target) : target;
  const kind = isAd ? 'result--ad result--ad--small' : 'web-result';
  const link = snippetTag === 'a' ? ` href="${href}"` : '';
  const text = snippet === undefined ? '' : `<${snippetTag} class="result__snippet"${link}>${snippet}</${snippetTag}>`;
  return `<div class="result results_links results_links_deep ${kind} ">
    <div class="links_main links_deep result__body">
      <h2 class="result__title">
        <a rel="nofollow" class="result__a" href="${href}">${title}</a>
        ${isAd ? '<button class="badge--ad">Ad</button>' : ''}
      </h2>
      <div class="result__extras"><div class="result__extras__url">
        <span class="result__icon"><a rel="nofollow" href="${href}"><img class="result__icon__img" src="//external-content.duckduckgo.com/ip3/x.ico"></a></span>
        <a class="result__url" href="${href}"> site.example/page </a>
        ${date === undefined ? '' : `<span>&nbsp; &nbsp; ${date}</span>`}
      </div></div>
      ${text}
      <div class="clear"></div>
    </div>
  </div>`;
}

export const EOF_ROW = row({ title: 'EOF', url: 'http://www.google.com/search?hl=en&q=tides' });

export const NO_RESULT_ROW = `<div class="result results_links results_links_deep web-result result--no-result">
  <div class="links_main links_deep result__body"><h2 class="result__title"></h2>
  <div class="no-results">No more results.</div><a class="result__url" href=""></a></div></div>`;

export const NOTHING_FOUND = `<div class="result results_links results_links_deep web-result result--no-result">
  <div class="no-results__container result__title"><span class="no-results"><div class="no-results__message">
  <h1>No results found for "tides"</h1><ul><li>Try other words.</li></ul></div></span></div></div>`;

export const INSTANT_ANSWER = `<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a rel="nofollow" href="https://lexicon.example/Tide">Tide</a></h1>
  <div class="zci__result" id="zero_click_abstract">The rise and fall of the sea. <a href="https://lexicon.example/Tide"><q>More at Lexicon</q></a></div></div></div>`;

/** As the page writes them; `submit` is in the language of the region. */
export function nextForm(fields: Record<string, string>, submit = 'Next'): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<div class="nav-link"><form action="/html/" method="post">${inputs.join('')}<input type="submit" class="btn btn--alt" value="${submit}"></form></div>`;
}

export function nextFields(s: number, dc: number, q = 'tides'): Record<string, string> {
  const fixed = { nextParams: '', v: 'l', o: 'json', api: 'd.js', vqd: TOKEN, kl: 'wt-wt' };
  return { q, s: String(s), dc: String(dc), ...fixed };
}

export interface ResultsPage {
  readonly query?: string;
  readonly rows?: readonly (Hit | string)[];
  readonly above?: string;
  readonly forms?: readonly string[];
}

export function resultsPage({ query = 'tides', rows = [], above = '', forms = [] }: ResultsPage): string {
  return `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8">
  <title>${query} at DuckDuckGo</title></head><body class="body--html">
  <form action="/html/" method="post"><input type="text" name="state_hidden" id="state_hidden"></form>
  <div id="header"><form name="x" class="header__form" action="/html/" method="post">
    <input name="q" value="${query}"><input name="b" type="submit" value="">
    <select name="kl"><option value="">All Regions</option><option value="us-en">US</option></select>
    <select name="df"><option value="">Any Time</option><option value="w">Past Week</option></select></form></div>
  ${above}
  <!-- Web results are present -->
  <div class="serp__results"><div id="links" class="results">
    ${rows.map((entry) => (typeof entry === 'string' ? entry : row(entry))).join('\n')}
    ${forms.join('\n')}
  </div></div></body></html>`;
}

export function liteHit({ title, url, snippet, date, isAd }: Hit, number: number): string {
  const sponsored = isAd ? ' class="result-sponsored"' : '';
  const more = isAd
    ? ` <a href="https://duckduckgo.com/duckduckgo-help-pages/ads/" class='result-link'>more info</a>`
    : '';
  const about = snippet === undefined ? '' : `<tr${sponsored}><td></td><td class='result-snippet'>${snippet}</td></tr>`;
  const time = date === undefined ? '' : `<span class='timestamp'>&nbsp;&nbsp;${date}</span>`;
  return `<tr${sponsored}><td valign="top">${number}.&nbsp;</td><td><a rel="nofollow" href="${wrapped(isAd ? AD : url)}" class='result-link'>${title}</a>${more}</td></tr>
    ${about}<tr${sponsored}><td></td><td><span class='link-text'>site.example</span>${time}</td></tr><tr><td>&nbsp;</td></tr>`;
}

export function litePage(rows: readonly string[], form = ''): string {
  return `<!DOCTYPE html><html><head><title>tides at DuckDuckGo</title></head><body><center id="lite_wrapper">
  <form action="/lite/" method="post"><input class="query" name="q" value="tides"><select name="kl"><option value="">All</option></select></form>
  ${form.replace('action="/html/"', 'class="next_form" action="/lite/"')}
  <table border="0"><tr><td></td></tr></table><table border="0">${rows.join('')}</table></center></body></html>`;
}

export function challengePage({ words = true } = {}): string {
  const action = '//duckduckgo.com/anomaly.js?sv=html&cc=botnet&ti=1&gk=ab&p=cd&q=tides&o=x&r=wt-wt';
  const boxes = Array.from(
    { length: 9 },
    (
      _,
      index,
    ) => `<div class="anomaly-modal__box" data-index="${index}"><label data-testid="anomaly-modal-tile-${index}">
      <input type="checkbox" name="image-check_${index}"><img class="anomaly-modal__image" src="../assets/anomaly/images/challenge/${index}.jpg"></label></div>`,
  );
  return `<!DOCTYPE html><html><head><title>DuckDuckGo</title></head><body><center id="lite_wrapper">
  <form id="img-form" action="${action}" target="ifr" method="POST"></form><form id="challenge-form" action="${action}" method="POST">
  <div class="anomaly-modal__mask"><div class="anomaly-modal__modal" data-testid="anomaly-modal">
    ${words ? '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>' : ''}
    <div class="anomaly-modal__instructions">Select all squares containing a duck:</div>
    <div class="anomaly-modal__puzzle">${boxes.join('')}</div>
    <button name="challenge-submit" class="js-anomaly-modal-submit">Submit</button>
  </div></div></form></center></body></html>`;
}
