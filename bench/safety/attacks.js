/**
 * Pages that try to make their reader ask something inside for them: what a link from anywhere may lead to. `inside` is the
 * origin that they are after, `stun` a port for UDP there.
 *
 * @typedef {{ id: string, does: string, page: (to: { inside: string, stun: string }) => { status?: number, headers?: Record<string, string>, body?: string } }} Attack
 */

/** Enough words for readers that take a short page for a wall. */
export const PROSE = `<!doctype html><title>A page</title><main>${'<p>A paragraph of plain words that anybody may read, as there are many.</p>'.repeat(12)}</main>`;

const html = (body) => ({ headers: { 'content-type': 'text/html' }, body: `${PROSE}${body}` });
const script = (code) => html(`<script>${code}</script>`);
const redirect = (status, location) => ({ status, headers: { location } });
const inWorker = (code) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;

/** @type {Attack[]} */
export const ATTACKS = [
  { id: 'redirect', does: 'answers 302', page: ({ inside }) => redirect(302, `${inside}/redirect`) },
  { id: 'chain', does: 'redirects to itself first', page: () => redirect(307, '/hop/chain') },
  {
    id: 'meta-refresh',
    does: 'a meta element',
    page: ({ inside }) => html(`<meta http-equiv="refresh" content="0;url=${inside}/meta-refresh">`),
  },
  { id: 'location', does: 'its script moves on', page: ({ inside }) => script(`location = '${inside}/location'`) },
  {
    id: 'form',
    does: 'sends a form',
    page: ({ inside }) =>
      html(`<form method="post" action="${inside}/form"></form><script>document.forms[0].submit()</script>`),
  },
  { id: 'frame', does: 'a frame', page: ({ inside }) => html(`<iframe src="${inside}/frame"></iframe>`) },
  {
    id: 'frame-redirect',
    does: 'a frame that redirects',
    page: () => html('<iframe src="/hop/frame-redirect"></iframe>'),
  },
  { id: 'image', does: 'an image', page: ({ inside }) => html(`<img src="${inside}/image" alt="">`) },
  { id: 'image-redirect', does: 'an image that redirects', page: () => html('<img src="/hop/image-redirect" alt="">') },
  { id: 'style', does: 'a style sheet', page: ({ inside }) => html(`<link rel="stylesheet" href="${inside}/style">`) },
  {
    id: 'prefetch',
    does: 'a link to fetch ahead',
    page: ({ inside }) => html(`<link rel="prefetch" href="${inside}/prefetch">`),
  },
  { id: 'object', does: 'an object', page: ({ inside }) => html(`<object data="${inside}/object"></object>`) },
  { id: 'fetch', does: 'fetch', page: ({ inside }) => script(`fetch('${inside}/fetch', { mode: 'no-cors' })`) },
  {
    id: 'fetch-redirect',
    does: 'fetch that redirects',
    page: () =>
      script(`fetch('/hop/fetch-redirect').then((answer) => answer.text()).then((text) => document.body.append(text))`),
  },
  { id: 'beacon', does: 'a beacon', page: ({ inside }) => script(`navigator.sendBeacon('${inside}/beacon', 'x')`) },
  {
    id: 'event-stream',
    does: 'an event stream',
    page: ({ inside }) => script(`new EventSource('${inside}/event-stream')`),
  },
  {
    id: 'web-socket',
    does: 'a WebSocket',
    page: ({ inside }) => script(`new WebSocket('${inside.replace('http', 'ws')}/web-socket')`),
  },
  {
    id: 'worker',
    does: 'fetch in a worker',
    page: ({ inside }) => script(inWorker(`fetch('${inside}/worker', { mode: 'no-cors' })`)),
  },
  {
    id: 'worker-socket',
    does: 'a WebSocket in a worker',
    page: ({ inside }) => script(inWorker(`new WebSocket('${inside.replace('http', 'ws')}/worker-socket')`)),
  },
  {
    id: 'shared-worker',
    does: 'fetch in a shared worker',
    page: () => script(`new SharedWorker('/shared-worker.js')`),
  },
  { id: 'popup', does: 'a window', page: ({ inside }) => script(`open('${inside}/popup')`) },
  {
    id: 'web-rtc',
    does: 'WebRTC (UDP)',
    page: ({ stun }) =>
      script(`(async () => { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] });
        peer.createDataChannel('x'); await peer.setLocalDescription(await peer.createOffer()); })()`),
  },
];
