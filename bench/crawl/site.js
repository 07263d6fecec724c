// Two sites of the weight of real ones, in a process of their own: 500 pages that are there as sent (some 70 kB each), 300 that
// a small framework makes from an API. Says their origins and waits to be ended. `node site.js STATIC SPA`
import http from 'node:http';

const [statics, apps] = process.argv.slice(2).map(Number);
const WORDS =
  'the of and a to in is that it was for on are with as his they be at one have this from by hot word but what some we can out other were all there when up use your how said an each she'.split(
    ' ',
  );
const API_MS = 20;

/** Deterministic, and other words on every page. */
function prose(page, paragraph) {
  let seed = page * 7_919 + paragraph * 104_729 + 1;
  const word = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % 7 === 0 ? `topic${seed % 5_000}` : WORDS[seed % WORDS.length];
  };
  return `${Array.from({ length: 90 }, word).join(' ')}.`;
}

/** Five new pages each, and what every page of a site links to. */
function linksOf(page, pages) {
  const own = [1, 2, 3, 4, 5].map((step) => page * 5 + step).filter((linked) => linked < pages);
  const near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((step) => (page + step * 17) % pages);
  return [...own, ...near, ...Array.from({ length: Math.min(30, pages) }, (_, index) => index)];
}

const anchor = (page) => `<li><a href="/page/${page}">Page number ${page} of the site</a></li>`;
const ICON = `<svg viewBox="0 0 24 24"><path d="${'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-6h2z '.repeat(4)}"/></svg>`;
const STYLE = `<style>${Array.from({ length: 200 }, (_, index) => `.c${index}{color:#${index}${index};margin:0 auto;padding:${index}px}`).join('')}</style>`;
const DATA = `<script type="application/json">${JSON.stringify(Array.from({ length: 120 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] })))}</script>`;

function articleOf(page, pages) {
  const sections = Array.from({ length: 12 }, (_, index) => {
    const list = `<ul>${[1, 2, 3].map((item) => `<li>${prose(page, 100 + index * 3 + item).slice(0, 80)}</li>`).join('')}</ul>`;
    return `<h2 class="c${index}">Section ${index} of ${page}</h2><p>${prose(page, index)}</p><p>${prose(page, index + 40)} <a href="/page/${(page + index) % pages}">see also</a></p>${index % 4 === 0 ? list : ''}`;
  });
  return `<article><h1>Page ${page}</h1>${sections.join('\n')}<p>The last words of page ${page} are zebra${page}.</p></article>`;
}

function staticPage(page) {
  const links = linksOf(page, statics);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} – Site</title>${STYLE}</head><body>
<header><nav><ul>${links
    .slice(-30)
    .map((linked) => `<li>${ICON}<a href="/page/${linked}">Page ${linked}</a></li>`)
    .join('')}</ul></nav></header>
<main>${articleOf(page, statics)}</main><aside><ul>${links.slice(0, 15).map(anchor).join('')}</ul></aside>
<footer>${'<div class="c1"><p>About us, terms, privacy</p></div>'.repeat(20)}</footer>${DATA}</body></html>`;
}

/** As heavy as a small framework: some thousand functions to parse, a few hundred to run. */
const FRAMEWORK = Array.from(
  { length: 3_000 },
  (_, index) => `function component${index}(props) { return { kind: ${index}, props, children: [] }; }`,
).join('\n');
const APP = `
  for (let index = 0; index < 400; index += 1) globalThis['component' + index]({ index });
  const make = (html) => { const template = document.createElement('template'); template.innerHTML = html; return template.content; };
  fetch('/api' + location.pathname).then((answer) => answer.json()).then(({ title, article, links }) => {
    document.title = title;
    const root = document.querySelector('#root');
    root.replaceChildren(make('<header><nav><ul>' + links.map((page) => '<li><a href="/page/' + page + '">Page ' + page + '</a></li>').join('') + '</ul></nav></header><main></main>'));
    root.querySelector('main').append(make(article));
    root.append(make('<p id="done"></p>'));
  });`;
const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><link rel="stylesheet" href="/app.css"><script src="/framework.js" defer></script><script src="/app.js" defer></script></head><body><div id="root"></div></body></html>';
const CSS = Array.from({ length: 400 }, (_, index) => `.c${index} { color: #222; margin: ${index}px }`).join('\n');

const pageOf = (path) => Number(/\/page\/(\d+)$/.exec(path)?.[1] ?? 0);
const sends = (response, type, body) =>
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(body);
const cache = new Map();
const kept = (key, make) => {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key);
};

const staticSite = http.createServer(({ url }, response) => {
  if (url !== '/' && !url.startsWith('/page/')) return response.writeHead(404).end();
  return sends(
    response,
    'text/html',
    kept(`static ${url}`, () => staticPage(pageOf(url))),
  );
});
const appSite = http.createServer(({ url }, response) => {
  if (url === '/' || url.startsWith('/page/')) return sends(response, 'text/html', SHELL);
  if (url === '/framework.js') return sends(response, 'text/javascript', FRAMEWORK);
  if (url === '/app.js') return sends(response, 'text/javascript', APP);
  if (url === '/app.css') return sends(response, 'text/css', CSS);
  if (!url.startsWith('/api/')) return response.writeHead(404).end();
  const page = pageOf(url);
  const body = kept(`api ${page}`, () =>
    JSON.stringify({ title: `Page ${page} – App`, article: articleOf(page, apps), links: linksOf(page, apps) }),
  );
  return setTimeout(() => sends(response, 'application/json', body), API_MS);
});
const listening = [staticSite, appSite].map(
  (server) =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
    }),
);
console.log(JSON.stringify(await Promise.all(listening)));
