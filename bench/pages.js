import { listen } from '../fixtures/listen.js';

/**
 * @typedef {object} BenchPage
 * @property {string} name
 * @property {string} path
 * @property {string} element selector of the one element that is there once the page is done
 * @property {string} lastWords without which a read is incomplete
 */

const DONE = 'the last words of the page';
const PROSE = `<p>${'Some words that were there from the beginning. '.repeat(8)}</p>`;
const SHOW = `const show = () => { document.querySelector('main').innerHTML = '${PROSE}<p id="done">${DONE}</p>'; };`;

const scripted = (script) => `<main><p>Loading…</p></main><script>${SHOW}${script}</script>`;
const CARD = '<div class="skeleton-card" aria-busy="true" style="height:80px;background:#eee"></div>';

const bodies = {
  '/static': `<main>${PROSE.repeat(20)}<p id="done">${DONE}</p></main>`,
  '/spa': `<main></main><script src="/framework.js"></script><script src="/app.js"></script><link rel="stylesheet" href="/app.css">`,
  '/timers': scripted(
    'setTimeout(() => fetch("/api?ms=100").then((answer) => answer.json()).then(() => setTimeout(show, 1000)), 1000);',
  ),
  '/polling': scripted(
    'const poll = () => fetch("/api?ms=20").then((answer) => answer.json()); poll().then(show); setInterval(poll, 300);',
  ),
  '/slow-api': `<main>${CARD.repeat(6)}</main><script>${SHOW}fetch('/api?ms=800').then((answer) => answer.json()).then(show);</script>`,
};

/** As heavy as a small framework: some thousand functions to parse, a few hundred to run. */
const FRAMEWORK = Array.from(
  { length: 4_000 },
  (_, index) => `function component${index}(props) { return { kind: ${index}, props, children: [] }; }`,
).join('\n');
const APP = `${SHOW}
  for (let index = 0; index < 400; index += 1) globalThis['component' + index]({ index });
  const route = () => fetch('/api?ms=20').then((answer) => answer.json()).then(show);
  route();`;
const scripts = { '/framework.js': FRAMEWORK, '/app.js': APP };

/** @type {BenchPage[]} */
export const BENCH_PAGES = Object.keys(bodies).map((path) => ({
  name: path.slice(1),
  path,
  element: '#done',
  lastWords: DONE,
}));

/**
 * Serves the pages on loopback.
 *
 * @returns {Promise<{ origin: string, host: string, close(): Promise<void> }>}
 */
export async function startBenchSite() {
  return await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench.invalid');
    const answer = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (pathname in bodies) return answer('text/html', `<!doctype html><title>A page</title>${bodies[pathname]}`);
    if (pathname in scripts) return answer('text/javascript', scripts[pathname]);
    if (pathname === '/app.css') return answer('text/css', 'main { color: #222 }');
    if (pathname !== '/api') return response.writeHead(404).end();
    setTimeout(() => answer('application/json', '{}'), Number(searchParams.get('ms')));
  });
}
