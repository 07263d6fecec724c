import { blobUrl, body, javascript, redirect, type Scenario, script } from './scenario.js';

const quiet = `{ mode: 'no-cors' }`;

/** C. What scripts begin. */
export const SCRIPTS: readonly Scenario[] = [
  {
    row: 24,
    id: 'fetch-nocors',
    does: 'fetches the canary',
    pages: (c) => ({ '': script(`fetch('${c.http}/fetch', ${quiet})`) }),
    tries: (c) => [`${c.http}/fetch`],
    teeth: 'CH',
  },
  {
    row: 25,
    id: 'fetch-cors-preflight',
    does: 'asks the canary for leave to PUT',
    pages: (c) => ({
      '': script(`fetch('${c.http}/put', { method: 'PUT', headers: { 'x-a': '1' }, body: 'x' })`),
    }),
    tries: (c) => [`${c.http}/put`],
    teeth: 'CH',
  },
  {
    row: 26,
    id: 'fetch-redirect',
    does: 'fetches from a public host that redirects to the canary',
    pages: (c) => ({
      '': script(`fetch('${c.here}/hop', { mode: 'no-cors', method: 'POST', body: 'x' })`),
      '/hop': redirect(307, `${c.http}/fetch-hop`),
    }),
    tries: (c) => [`${c.http}/fetch-hop`],
    teeth: 'CH',
  },
  {
    row: 27,
    id: 'fetch-lna',
    does: 'fetches the canary and says that it is local',
    pages: (c) => ({
      '': script(`for (const targetAddressSpace of ['loopback', 'local'])
        fetch('${c.http}/' + targetAddressSpace, { mode: 'no-cors', targetAddressSpace }).catch(() => 0)`),
    }),
    secure: true,
    teeth: 'CH',
  },
  {
    row: 28,
    id: 'fetch-keepalive-unload',
    does: 'fetches the canary while it goes away',
    pages: (c) => ({
      '': script(`addEventListener('pagehide', () => fetch('${c.http}/unload', { mode: 'no-cors', keepalive: true }));
        setTimeout(() => { location = 'about:blank' }, 300)`),
    }),
    tries: (c) => [`${c.http}/unload`],
    atUnload: true,
    teeth: 'CH',
  },
  {
    row: 29,
    id: 'fetch-later',
    does: 'fetches the canary later',
    pages: (c) => ({
      '': script(
        `try { fetchLater('${c.https}/later', { activateAfter: 100 }); fetchLater('${c.https}/last') } catch {}`,
      ),
    }),
    tries: (c) => [c.tlsTunnel],
    secure: true,
    teeth: 'CH',
  },
  {
    row: 30,
    id: 'xhr',
    does: 'posts to the canary by XMLHttpRequest',
    pages: (c) => ({
      '': script(`const request = new XMLHttpRequest(); request.open('POST', '${c.http}/xhr'); request.send('a')`),
    }),
    tries: (c) => [`${c.http}/xhr`],
    teeth: 'CH',
  },
  {
    row: 31,
    id: 'beacon',
    does: 'sends beacons to the canary, now and while it goes away',
    pages: (c) => ({
      '': script(`navigator.sendBeacon('${c.http}/beacon', 'x');
        addEventListener('pagehide', () => navigator.sendBeacon('${c.http}/beacon-unload', 'x'));
        setTimeout(() => { location = 'about:blank' }, 300)`),
    }),
    tries: (c) => [`${c.http}/beacon`, `${c.http}/beacon-unload`],
    atUnload: true,
    teeth: 'CH',
  },
  {
    row: 32,
    id: 'eventsource',
    does: 'opens an event stream at the canary',
    pages: (c) => ({ '': script(`new EventSource('${c.http}/events')`) }),
    tries: (c) => [`${c.http}/events`],
    teeth: 'CH',
  },
  {
    row: 33,
    id: 'websocket',
    does: 'opens a WebSocket at the canary',
    pages: (c) => ({ '': script(`new WebSocket('${c.ws}/socket')`) }),
    tries: (c) => [c.tunnel],
    teeth: 'CH',
  },
  {
    row: 33,
    id: 'websocket-secure',
    does: 'opens a WebSocket over TLS at the canary',
    pages: (c) => ({ '': script(`new WebSocket('${c.wss}/socket')`) }),
    tries: (c) => [c.tlsTunnel],
    teeth: 'CH',
  },
  {
    row: 34,
    id: 'websocketstream',
    does: 'opens a WebSocketStream at the canary',
    pages: (c) => ({ '': script(`try { new WebSocketStream('${c.ws}/stream') } catch {}`) }),
    tries: (c) => [c.tunnel],
    teeth: 'CH',
  },
  {
    row: 35,
    id: 'ws-redirect',
    does: 'opens a WebSocket at a public host that redirects to the canary',
    pages: (c) => ({
      '': script(`new WebSocket('ws://attacker.test${c.here}/hop')`),
      '/hop': redirect(302, `${c.ws}/socket-hop`),
    }),
    teeth: '',
  },
  {
    row: 36,
    id: 'worker',
    does: 'imports, fetches, opens a socket and nests, all in workers',
    pages: (c) => {
      const nested = `fetch('${c.http}/nested', ${quiet})`;
      const worker = `fetch('${c.http}/worker', ${quiet}); new WebSocket('${c.ws}/worker'); new Worker(${blobUrl(nested)})`;
      return {
        '': script(`new Worker(${blobUrl(`importScripts('${c.http}/import')`)}); new Worker(${blobUrl(worker)})`),
      };
    },
    tries: (c) => [...['import', 'worker', 'nested'].map((name) => `${c.http}/${name}`), c.tunnel],
    teeth: 'CH',
  },
  {
    row: 37,
    id: 'worker-src',
    does: 'has a worker whose script redirects to the canary, and imports from there',
    pages: (c) => ({
      '': script(`new Worker('${c.here}/hop'); import('${c.http}/module').catch(() => 0)`),
      '/hop': redirect(302, `${c.http}/worker-hop`),
    }),
    tries: (c) => [`${c.http}/module`],
    teeth: 'CH',
  },
  {
    row: 38,
    id: 'shared-worker',
    does: 'fetches, opens a socket and imports in a shared worker',
    pages: (c) => ({
      '': script(`new SharedWorker('${c.here}/worker.js')`),
      '/worker.js': javascript(`fetch('${c.http}/shared', ${quiet}); new WebSocket('${c.ws}/shared');
        try { importScripts('${c.http}/shared-import') } catch {}`),
    }),
    tries: (c) => [`${c.http}/shared`, `${c.http}/shared-import`, c.tunnel],
    teeth: 'CH',
  },
  {
    row: 39,
    id: 'service-worker',
    does: 'registers a service worker that fetches, caches, imports and opens a socket',
    pages: (c) => ({
      '': script(`navigator.serviceWorker.register('${c.here}/worker.js', { scope: '${c.here}' }).catch(() => 0)`),
      '/worker.js': serviceWorker(c),
    }),
    secure: true,
    waitMs: 3_000,
    teeth: 'CH',
  },
  {
    row: 40,
    id: 'sw-via-iframe',
    does: 'registers a service worker by the function of a fresh frame',
    pages: (c) => ({
      '': script(`const frame = document.body.appendChild(document.createElement('iframe'));
        const { register } = frame.contentWindow.ServiceWorkerContainer?.prototype ?? {};
        register?.call(navigator.serviceWorker, '${c.here}/worker.js', { scope: '${c.here}' }).catch(() => 0)`),
      '/worker.js': serviceWorker(c),
    }),
    secure: true,
    waitMs: 3_000,
    teeth: 'CH',
  },
  {
    row: 41,
    id: 'worklets',
    does: 'adds modules at the canary to worklets',
    pages: (c) => ({
      '': script(`const audio = new OfflineAudioContext(1, 1, 44100);
        for (const add of [() => CSS.paintWorklet.addModule('${c.https}/paint'),
          () => audio.audioWorklet.addModule('${c.https}/audio'),
          () => sharedStorage.worklet.addModule('${c.https}/storage')]) try { add().catch(() => 0) } catch {}`),
    }),
    tries: (c) => [c.tlsTunnel],
    secure: true,
    teeth: 'CH',
  },
  {
    row: 42,
    id: 'background-fetch',
    does: 'fetches the canary in the background',
    pages: (c) => ({
      '': script(`(async () => { const worker = navigator.serviceWorker;
        const registration = await worker.register('${c.here}/worker.js', { scope: '${c.here}' }); await worker.ready;
        await registration.backgroundFetch.fetch('x', ['${c.https}/background']) })().catch(() => 0)`),
      '/worker.js': javascript(`addEventListener('activate', (event) => event.waitUntil(clients.claim()))`),
    }),
    secure: true,
    waitMs: 5_000,
    teeth: 'C',
  },
  {
    row: 43,
    id: 'a-ping',
    does: 'pings the canary by a link',
    pages: (c) => ({ '': body(`<a id=a href="#x" ping="${c.http}/ping">x</a><script>a.click()</script>`) }),
    tries: (c) => [`${c.http}/ping`],
    teeth: 'CH',
  },
];

function serviceWorker(c: { http: string; https: string; wss: string }): ReturnType<typeof javascript> {
  return javascript(`addEventListener('install', (event) => { skipWaiting(); event.waitUntil(Promise.allSettled([
      fetch('${c.https}/worker', ${quiet}), fetch('${c.http}/worker', ${quiet}),
      (async () => new WebSocket('${c.wss}/worker'))(), caches.open('x').then((cache) => cache.add('${c.https}/cache'))])) });
    try { importScripts('${c.https}/import') } catch {}`);
}
