import { blobUrl, body, redirect, type Scenario, script } from './scenario.js';

const ALIASES = ['localhost', '[::1]', '0.0.0.0', '169.254.1.1'];

/** A. Navigation and redirects. */
export const NAVIGATION: readonly Scenario[] = [
  ...[301, 302, 303, 307, 308].map(
    (status): Scenario => ({
      row: 1,
      id: `redir-${status}`,
      does: `answers ${status} to the canary`,
      pages: (c) => ({ '': redirect(status, `${c.http}/x`) }),
      refused: 'REFUSED_ADDRESS',
      tries: (c) => [`${c.http}/x`],
      teeth: 'CH',
    }),
  ),
  {
    row: 2,
    id: 'redir-chain',
    does: 'redirects to a public host that redirects to the canary',
    pages: (c) => ({
      '': redirect(302, `http://hop.test${c.here}/hop`),
      '/hop': redirect(302, `${c.http}/chain`),
    }),
    refused: 'REFUSED_ADDRESS',
    tries: (c) => [`${c.http}/chain`],
    teeth: 'CH',
  },
  {
    row: 3,
    id: 'meta-refresh',
    does: 'refreshes itself to the canary by a meta element',
    pages: (c) => ({ '': body(`<meta http-equiv=refresh content="0;url=${c.http}/meta">`) }),
    tries: (c) => [`${c.http}/meta`],
    teeth: 'CH',
  },
  {
    row: 4,
    id: 'refresh-header',
    does: 'refreshes itself to the canary by a header',
    pages: (c) => ({ '': { headers: { refresh: `0;url=${c.http}/refresh` }, body: body('') } }),
    tries: (c) => [`${c.http}/refresh`],
    teeth: 'CH',
  },
  {
    row: 5,
    id: 'js-location',
    does: 'sets its location to the canary',
    pages: (c) => ({ '': script(`location = '${c.http}/location'`) }),
    tries: (c) => [`${c.http}/location`],
    teeth: 'CH',
  },
  {
    row: 5,
    id: 'js-location-replace',
    does: 'replaces its location after a look at its history',
    pages: (c) => ({
      '': script(`history.pushState(0, '', '?pushed'); setTimeout(() => location.replace('${c.http}/replace'), 50)`),
    }),
    tries: (c) => [`${c.http}/replace`],
    teeth: 'CH',
  },
  {
    row: 6,
    id: 'window-open',
    does: 'opens a window on the canary, by script and by a link',
    pages: (c) => ({
      '': script(`window.open('${c.http}/window');
        const link = document.body.appendChild(document.createElement('a'));
        Object.assign(link, { href: '${c.http}/blank', target: '_blank' }); link.click()`),
    }),
    // No window is ever made for it, so that nothing is even tried.
    teeth: 'CH',
  },
  {
    row: 7,
    id: 'iframe',
    does: 'has a frame on the canary',
    pages: (c) => ({ '': body(`<iframe src="${c.http}/iframe"></iframe>`) }),
    tries: (c) => [`${c.http}/iframe`],
    teeth: 'CH',
  },
  {
    row: 7,
    id: 'iframe-redirect',
    does: 'has a public frame that redirects to the canary',
    pages: (c) => ({ '': body(`<iframe src="${c.here}/hop"></iframe>`), '/hop': redirect(302, `${c.http}/frame-hop`) }),
    tries: (c) => [`${c.http}/frame-hop`],
    teeth: 'CH',
  },
  {
    row: 8,
    id: 'iframe-srcdoc',
    does: 'has a frame made of text that loads the canary',
    pages: (c) => ({ '': body(`<iframe srcdoc="<img src='${c.http}/srcdoc'>"></iframe>`) }),
    tries: (c) => [`${c.http}/srcdoc`],
    teeth: 'CH',
  },
  {
    row: 8,
    id: 'iframe-data',
    does: 'has a frame on a data URL that loads the canary',
    pages: (c) => ({ '': body(`<iframe src="data:text/html,<img src='${c.http}/data'>"></iframe>`) }),
    tries: (c) => [`${c.http}/data`],
    teeth: 'CH',
  },
  {
    row: 8,
    id: 'iframe-blob',
    does: 'has a frame on a blob that loads the canary',
    pages: (c) => ({
      '': script(`const frame = document.body.appendChild(document.createElement('iframe'));
        frame.src = ${blobUrl(`<img src='${c.http}/blob'>`, 'text/html')}`),
    }),
    tries: (c) => [`${c.http}/blob`],
    teeth: 'CH',
  },
  {
    row: 8,
    id: 'iframe-sandbox',
    does: 'fetches the canary from a sandboxed frame',
    pages: (c) => ({
      '': body(
        `<iframe sandbox=allow-scripts srcdoc="<script>fetch('${c.http}/sandbox', { mode: 'no-cors' })</script>"></iframe>`,
      ),
    }),
    tries: (c) => [`${c.http}/sandbox`],
    teeth: 'CH',
  },
  {
    row: 9,
    id: 'form-post',
    does: 'submits a form to the canary',
    pages: (c) => ({
      '': body(`<form method=post action="${c.http}/post"><input name=a value=b></form>
        <script>document.forms[0].submit()</script>`),
    }),
    tries: (c) => [`${c.http}/post`],
    teeth: 'CH',
  },
  {
    row: 10,
    id: 'form-redirect',
    does: 'submits a form to a public host that passes it on to the canary',
    pages: (c) => ({
      '': body(`<form method=post action="${c.here}/hop"><input name=a value=b></form>
        <script>document.forms[0].submit()</script>`),
      '/hop': redirect(307, `${c.http}/post-hop`),
    }),
    tries: (c) => [`${c.http}/post-hop`],
    teeth: 'CH',
  },
  ...['file:///etc/hosts', 'data:text/html,<img src=HTTP/data>', 'view-source:HTTP/source', 'chrome://version'].map(
    (to): Scenario => ({
      row: 11,
      id: `redir-scheme-${to.split(':', 1)[0]}`,
      does: `redirects to ${to.split(':', 1)[0]}:`,
      pages: (c) => ({ '': redirect(302, to.replace('HTTP', c.http)) }),
      refused: 'REFUSED_SCHEME',
      teeth: '',
    }),
  ),
  {
    row: 12,
    id: 'scheme-nav',
    does: 'opens frames and windows on everything but http',
    pages: (c) => {
      const urls = [
        ...['file:///etc/hosts', `view-source:${c.http}/source`, 'chrome://version', 'devtools://devtools/'],
        ...['filesystem:http://127.0.0.1/', `ftp://${c.host}/`, `gopher://${c.host}/`, 'isolated-app://x/'],
        ...['chrome-extension://x/', `${c.ws}/navigation`, 'javascript:1'],
      ];
      return {
        '': script(`for (const url of ${JSON.stringify(urls)}) try {
          document.body.appendChild(document.createElement('iframe')).src = url; window.open(url) } catch {}`),
      };
    },
    waitMs: 2_000,
    teeth: '',
  },
  {
    row: 13,
    id: 'userinfo',
    does: 'names the canary behind a user name',
    pages: (c) => ({
      '': body(
        `<iframe src="http://u:p@${c.host}/userinfo"></iframe><img src="http://attacker.test@${c.host}/userinfo">`,
      ),
    }),
    teeth: 'C',
  },
  {
    row: 14,
    id: 'nav-aliases',
    does: 'has frames on what Chromium would reach without its proxy',
    pages: (c) => ({
      '': body(ALIASES.map((host) => `<iframe src="http://${host}:${c.port}/alias"></iframe>`).join('')),
    }),
    tries: (c) => ALIASES.map((host) => `http://${host}:${c.port}/alias`),
    teeth: 'CH',
  },
];
