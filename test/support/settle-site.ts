import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WORDS } from './browser-rig.js';

const SHOW = `const show = (text) => { document.querySelector('#r').textContent = text };`;
/** A page that says it is loading until its script shows something. */
const loading = (script: string): string => `<div id="r">Loading…</div><script>${SHOW} ${script}</script>`;
/** A page with words enough, and nothing that says more is to come. */
const full = (script: string): string => `${WORDS}<div id="r"></div><script>${SHOW} ${script}</script>`;
const later = (ms: number): string => `setTimeout(show, ${ms}, 'DONE, and in more words than a tick has')`;

/** Pages whose whole text has the word DONE in it. */
export const SETTLE_PAGES = {
  // Timers.
  timers: loading(`setTimeout(() => fetch('/answer?ms=100').then(() => setTimeout(show, 1000, 'DONE')), 1000)`),
  'timers-unannounced': full(`setTimeout(() => fetch('/answer?ms=100').then(() => { ${later(1_000)} }), 1000)`),
  waves: full(`let n = 0; const wave = () => { document.body.append('another wave of several words');
    if (++n === 3) document.body.append('DONE'); else setTimeout(wave, 900) }; setTimeout(wave, 900)`),
  counter: full(
    `let n = 0; const i = setInterval(() => { show(++n); if (n === 30) { clearInterval(i); show('DONE') } }, 100)`,
  ),
  idle: full(`setTimeout(() => requestIdleCallback(() => show('DONE, when there was nothing else to do')), 1000)`),
  'redirect-same-site': `<div>moving</div><script>setTimeout(() => { location = '/timers' }, 1000)</script>`,
  'redirect-cross-site': `<div>moving</div><script>setTimeout(() => { location = 'http://other.test/timers' }, 1000)</script>`,
  // What takes real time whatever the clock says.
  worker: loading(`new Worker('/worker-timer.js').onmessage = () => show('DONE')`),
  'worker-fetch': loading(`new Worker('/worker-fetch.js').onmessage = () => show('DONE')`),
  'worker-computation': loading(`new Worker('/worker-computation.js').onmessage = () => show('DONE')`),
  'shared-worker': loading(`new SharedWorker('/worker-shared.js').port.onmessage = () => show('DONE')`),
  socket: loading(`new WebSocket('ws://' + location.host + '/socket').onmessage = () => show('DONE')`),
  'event-stream': loading(`new EventSource('/events').onmessage = () => show('DONE')`),
  database:
    loading(`const open = indexedDB.open('a', 1); open.onupgradeneeded = () => open.result.createObjectStore('s');
    open.onsuccess = () => { const change = open.result.transaction('s', 'readwrite'); change.objectStore('s').put(1, 1);
      change.oncomplete = () => setTimeout(show, 500, 'DONE') }`),
  wasm: loading(`(async () => { for (let i = 0; i < 50; i += 1)
    await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); setTimeout(show, 300, 'DONE') })()`),
  picture: full(`const i = new Image(); i.onerror = () => setTimeout(show, 500, 'DONE'); i.src = '/answer?ms=200'`),
  // The same beside a full page, which says nothing of it.
  'full-worker': full(`new Worker('/worker-computation.js').onmessage = () => show('DONE')`),
  'full-database':
    full(`const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result) });
    (async () => { const open = indexedDB.open('a', 1); open.onupgradeneeded = () => open.result.createObjectStore('s');
    const db = await done(open); for (let i = 0; i < 40; i += 1)
      await done(db.transaction('s', 'readwrite').objectStore('s').put(i, i)); show('DONE') })()`),
  'full-compression':
    full(`new Response(new Blob([new Uint8Array(4e6)]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
    .then(() => show('DONE'))`),
  'full-file': full(`const file = new FileReader(); file.onload = () => show('DONE');
    file.readAsDataURL(new Blob([new Uint8Array(2e7)]))`),
  'late-file': full(`setTimeout(() => { const file = new FileReader(); file.onload = () => show('DONE');
    file.readAsDataURL(new Blob([new Uint8Array(5e6)])) }, 600)`),
  'late-worker': full(`setTimeout(() => { new Worker('/worker-computation.js').onmessage = () => show('DONE') }, 600)`),
  'full-bitmap':
    full(`(async () => { const canvas = new OffscreenCanvas(2000, 2000); canvas.getContext('2d').fillRect(0, 0, 9, 9);
    await createImageBitmap(await canvas.convertToBlob()); show('DONE') })()`),
  'full-messages': full(`const { port1, port2 } = new MessageChannel(); let n = 0;
    port1.onmessage = () => { if (++n < 2000) port2.postMessage(0); else show('DONE') }; port2.postMessage(0)`),
  'picture-missing': full(`const i = new Image(); i.onerror = () => show('DONE'); i.src = '/nowhere.png'`),
  'film-missing': full(`const film = document.createElement('video'); film.onerror = () => show('DONE');
    film.src = '/nowhere.mp4'; document.body.append(film)`),
  'picture-later': full(`onload = () => setTimeout(() => { const i = new Image(); i.onerror = () => show('DONE');
    i.src = '/answer?ms=150' }, 300)`),
  'font-later': full(
    `setTimeout(() => new FontFace('a', 'url(/answer?ms=150)').load().catch(() => show('DONE')), 500)`,
  ),
  // Frames.
  'frame-same-site': '<p>outer</p><iframe src="/timers" width="400" height="200"></iframe>',
  'frame-nested': '<p>outer</p><iframe src="/frame-same-site" width="400" height="300"></iframe>',
  // Requests and times that race each other.
  abort: loading(
    `fetch('/answer?ms=900', { signal: AbortSignal.timeout(2000) }).then(() => show('DONE'), () => show('GAVE UP'))`,
  ),
  race: loading(`Promise.race([fetch('/answer?ms=700').then(() => 'DONE'),
    new Promise((r) => setTimeout(r, 3000, 'GAVE UP'))]).then(show)`),
  fallback: loading(`Promise.race([fetch('/never'), new Promise((r) => setTimeout(r, 1500, 'DONE'))]).then(show)`),
  'back-off': loading(`(async () => { for (let i = 0; i < 6; i += 1) { const answer = await fetch('/busy?' + i);
    if (answer.ok) return show('DONE'); await new Promise((r) => setTimeout(r, 250 * 2 ** i)) } show('GAVE UP') })()`),
  chunks: full(`(async () => { for (let i = 0; i < 8; i += 1) { await fetch('/answer?ms=40&page=' + i);
    document.body.append('chunk ' + i + ' has some words in it. '); await new Promise((r) => setTimeout(r, 300)) } show('DONE') })()`),
  skeleton: `${WORDS}${'<div class="skeleton" style="width:200px;height:20px"></div>'.repeat(4)}<div id="r"></div>
    <script>${SHOW} fetch('/answer?ms=1200').then(() => show('DONE'))</script>`,
  hydrated: `<div id="root"><h1>A title</h1>${WORDS}<div id="r"></div></div><script>${SHOW}
    requestIdleCallback(() => setTimeout(() => fetch('/answer?ms=50').then(() => show('DONE')), 200))</script>`,
  heavy: `<div id="r">Loading…</div>${'<script src="/library.js"></script>'.repeat(40)}<script>${SHOW} show('DONE')</script>`,
  // What needs frames to be drawn.
  'animation-frames': loading(
    `let n = 0; const frame = () => { if (++n < 40) requestAnimationFrame(frame); else show('DONE') }; frame()`,
  ),
  intersection:
    full(`new IntersectionObserver((seen, observer) => { observer.disconnect(); setTimeout(show, 400, 'DONE') })
    .observe(document.querySelector('#r'))`),
  transition:
    full(`const r = document.querySelector('#r'); r.textContent = 'x'; r.style.transition = 'opacity 2s'; r.style.opacity = 1;
    r.getBoundingClientRect(); r.ontransitionend = () => show('DONE, and in more words than a tick has'); r.style.opacity = 0.5`),
  resize:
    full(`setTimeout(() => new ResizeObserver((seen, observer) => { observer.disconnect(); setTimeout(show, 200, 'DONE') })
    .observe(document.querySelector('#r')), 400)`),
  animation: full(`(async () => { for (let i = 0; i < 3; i += 1)
    await document.querySelector('p').animate([{ opacity: 0.5 }, { opacity: 1 }], 400).finished; show('DONE') })()`),
  'view-transition': full(`setTimeout(() => document.startViewTransition(() => fetch('/answer?ms=50')).finished
    .then(() => show('DONE')), 300)`),
  // A frame's own time is not the page's clock: such numbers and letters take as long as they take.
  'count-up': full(`let began; const frame = (now) => { began ??= now; const part = (now - began) / 1500;
    show(part < 1 ? String(Math.floor(part * 99999)).padStart(6, '0') : 'DONE'); if (part < 1) requestAnimationFrame(frame) };
    requestAnimationFrame(frame)`),
  typed: full(`const words = 'letter by letter, more of them than a counter has, till all is DONE'; let n = 0;
    const frame = () => { show(words.slice(0, ++n)); if (n < words.length) requestAnimationFrame(frame) }; frame()`),
  // What goes on for ever beside the page.
  clock: full(`show('DONE'); setInterval(() => show('DONE ' + new Date()), 1000)`),
  'quick-clock': full(`show('DONE'); setInterval(() => show('DONE ' + Date.now()), 20)`),
  carousel:
    full(`const slides = ['DONE', 'DONE, on a slide with very many more words on it than the one before']; let n = 0;
    show(slides[0]); setInterval(() => show(slides[++n % 2]), 3000)`),
  'frames-for-ever': full(
    `const frame = () => { document.body.dataset.at = Math.random(); requestAnimationFrame(frame) }; frame(); ${later(600)}`,
  ),
  'messages-for-ever':
    full(`const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0);
    port2.postMessage(0); setTimeout(show, 1000, 'DONE')`),
  'long-poll': full(`fetch('/never'); setTimeout(show, 500, 'DONE')`),
  beacons: full(`setTimeout(show, 500, 'DONE'); setInterval(() => { navigator.sendBeacon('/answer', 'x');
    new Image().src = '/answer?' + Math.random(); fetch('/answer', { mode: 'no-cors', method: 'POST', keepalive: true }) }, 200)`),
  chat: full(`setTimeout(show, 800, 'DONE'); setInterval(() => fetch('/answer'), 500)`),
  // What looks at the clock.
  'bot-check':
    loading(`let last = performance.now(), jumped = false; const frame = () => { const now = performance.now();
    jumped ||= now - last > 10000; last = now; requestAnimationFrame(frame) }; frame();
    setTimeout(() => show(jumped ? 'BOT' : 'DONE'), 2500)`),
  'busy-thread': full(`let n = 0; const i = setInterval(() => { for (let k = 0; k < 2e7; k += 1);
    if (++n === 6) { clearInterval(i); show('DONE, and in more words than a tick has') } }, 10)`),
  'service-worker': full(`show('DONE'); navigator.serviceWorker?.register('/worker-shared.js')`),
} as const;

const PROGRAMS: Readonly<Record<string, string>> = {
  '/worker-timer.js': `setTimeout(() => fetch('/answer?ms=300').then(() => postMessage(1)), 500)`,
  '/worker-fetch.js': `fetch('/answer?ms=600').then(() => postMessage(1))`,
  '/worker-computation.js': 'let k = 0; for (let i = 0; i < 2e8; i += 1) k += i; postMessage(k)',
  '/worker-shared.js': 'globalThis.onconnect = ({ ports }) => setTimeout(() => ports[0].postMessage(1), 400)',
  '/library.js': `/* ${'x'.repeat(20_000)} */`,
};

/** Serves {@link SETTLE_PAGES} by name, and what they ask for. */
export function settleSite(): (request: IncomingMessage, response: ServerResponse) => void {
  let busySince: number | undefined;
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const program = PROGRAMS[pathname];
    if (program !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(program);
    if (pathname === '/never') return;
    if (pathname === '/answer') return void setTimeout(() => response.end('{}'), Number(searchParams.get('ms')));
    if (pathname === '/busy') {
      busySince ??= performance.now();
      return void response.writeHead(performance.now() - busySince < 2_000 ? 503 : 200).end();
    }
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      return void setTimeout(() => response.write('data: 1\n\n'), 500);
    }
    const page = Object.entries(SETTLE_PAGES).find(([name]) => pathname === `/${name}`)?.[1];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html><head><title>A page</title></head><body>${page ?? 'not found'}</body></html>`);
  };
}

/** Opens a WebSocket that says one word after 400 ms. */
export function speakOnUpgrade(request: IncomingMessage, socket: Duplex): void {
  const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64');
  socket.on('error', () => undefined);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  setTimeout(() => socket.write(Buffer.from('\x81\x05hello', 'latin1')), 400);
}
