import { expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import { locateBrowser } from '#src/browser/locate.js';
import { renderDocument } from '#src/browser/render.js';
import { PATIENCE } from '#src/browser/settle-patience.js';
import { openTab } from '#src/browser/tab.js';
import type { BrowserReaderOptions } from '#src/reader/browser-reader.js';
import {
  type BrowserRig,
  browserProcesses,
  descendants,
  html,
  labGuard,
  test,
  WORDS,
} from '../../support/browser-rig.js';
import { TEST_CERTIFICATE } from '../../support/guard-certificate.js';
import { OTHER_PUBLIC, PUBLIC } from '../../support/guard-lab.js';
import { routes } from '../../support/http-server.js';

// What dies or stands still in the middle of a read, or before it. The read ends in time, the next is served.

test.skip(process.platform !== 'linux', 'finds processes by what Linux calls them');

const pidsOf = (sought: RegExp): number[] =>
  browserProcesses()
    .filter(({ command }) => sought.test(command))
    .map(({ pid }) => pid);
const RENDERER = /--type=renderer/;
const NETWORK = /--utility-sub-type=network/;
/** The browser itself, with the words that some systems start it by. */
const BROWSER = /^(?!.*--type=)/;

function strike(pids: readonly number[], signal: NodeJS.Signals): void {
  expect(pids).not.toEqual([]);
  for (const pid of [...pids].reverse()) process.kill(pid, signal);
}

/** A reader that has read, of one page at a time, and a site whose page `/` is done only when `/never` has answered. */
async function openReader(rig: BrowserRig, options: BrowserReaderOptions = {}) {
  const site = await rig.serve((request, response) => {
    if (request.url === '/never') return;
    const waits = request.url === '/' ? '<p>Loading…</p><script>fetch("/never")</script>' : '';
    response.setHeader('content-type', 'text/html').end(`${WORDS}${waits}`);
  });
  const reader = rig.openReader({ concurrency: 1, ...options });
  await reader.read('http://site.test/plain');
  const middle = (): Promise<void> => expect.poll(() => site.requests.map(({ url }) => url)).toContain('/never');
  const expectNext = async (): Promise<void> => {
    expect((await reader.read('http://site.test/plain')).text).toContain('plenty of words');
  };
  return { reader, middle, expectNext };
}

/** Both public names, over both schemes. */
async function serveWords({ lab }: BrowserRig): Promise<void> {
  const answer = routes({ '/': html(WORDS) });
  const [plain, secure] = await Promise.all([lab.serve(answer), lab.serveTls(TEST_CERTIFICATE, answer)]);
  for (const [name, address] of [
    ['site.test', PUBLIC],
    ['other.test', OTHER_PUBLIC],
  ] as const) {
    lab.names.set(name, [address]);
    lab.route(address, 80, plain);
    lab.route(address, 443, secure);
  }
}

for (const [whose, sought] of [
  ['page', RENDERER],
  ['browser', BROWSER],
] as const) {
  test(`a ${whose} killed in the middle of a read fails that read alone`, async ({ rig }) => {
    const { reader, middle, expectNext } = await openReader(rig);
    const read = expect(reader.read('http://site.test/')).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
    await middle();
    strike(pidsOf(sought), 'SIGKILL');
    await read;
    await expectNext();
  });
}

test('a browser whose network process is killed reads on, and still only through the guard', async ({ rig }) => {
  const canary = await rig.canary();
  const { reader, middle, expectNext } = await openReader(rig);
  const read = reader.read('http://site.test/', { timeoutMs: 3_000 });
  await middle();
  strike(pidsOf(NETWORK), 'SIGKILL');
  expect((await read).text).toContain('plenty of words');
  await expectNext();
  await rig.serve({ '/': html(`${WORDS}<img src="http://127.0.0.1:${canary.port}/">`) });
  const page = await reader.read('http://site.test/');
  expect(page.refusals).toMatchObject([{ code: 'REFUSED_ADDRESS' }]);
  expect(canary.connections).toBe(0);
});

test('a page under which the network process dies says so, and shows nothing that the guard has said', async ({
  rig,
}) => {
  const answer = routes({
    '/': html(`${WORDS}<p id="late">Loading…</p><script>fetch('/never').catch(async () => {
      // Until the browser has another.
      let answer;
      while (!answer) answer = await fetch('/late').catch(() => new Promise((resolve) => setTimeout(resolve, 20)));
      late.textContent = 'answer: ' + await answer.text();
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' }));
      location = '/elsewhere';
    })</script>`),
  });
  const site = await rig.serve((request, response) => {
    if (request.url !== '/never') answer(request, response);
  });
  const reader = rig.openReader();
  const read = reader.read('http://site.test/', { content: 'full' });
  await expect.poll(() => site.requests.map(({ url }) => url)).toContain('/never');
  strike(pidsOf(NETWORK), 'SIGKILL');
  const { url, statusCode, text, warnings } = await read;
  expect({ url, statusCode }).toEqual({ url: 'http://site.test/', statusCode: 200 });
  expect(text.replaceAll('plenty of words to read here', '').replace(/\s+/g, ' ')).toMatch(
    /^ ?(# A page )?answer: ?(``` ``` ?)?$/,
  );
  expect(warnings).toContainEqual(expect.stringContaining('speaks with the network died'));
});

for (const scheme of ['http', 'https'] as const) {
  for (const isolation of ['read', 'session'] as const) {
    test(`tabs from before the death of the network process are not read with: ${scheme}, a fresh page every ${isolation}`, async ({
      rig,
    }) => {
      await serveWords(rig);
      const reader = rig.openReader({ concurrency: 3, isolation, insecureTls: true });
      const read = async (name: string): Promise<void> => {
        expect((await reader.read(`${scheme}://${name}/`)).text).toContain('plenty of words');
      };
      const readAll = () => Promise.all(['site.test', 'site.test', 'other.test'].map(read));
      await readAll();
      // As many as are kept ready, and no others.
      await expect.poll(() => pidsOf(RENDERER)).toHaveLength(isolation === 'read' ? 2 : 3);
      strike(pidsOf(NETWORK), 'SIGKILL');
      // By itself: no other read may take the second from before out of its way.
      await read('site.test');
      await readAll();
    });
  }
}

test('a page that stands still in the middle of a read costs no more than the read’s time', async ({ rig }) => {
  const { reader, middle, expectNext } = await openReader(rig);
  const read = reader.read('http://site.test/', { timeoutMs: 2_000 });
  const expired = expect(read).rejects.toMatchObject({ code: 'TIMEOUT' });
  await middle();
  const struck = pidsOf(RENDERER);
  strike(struck, 'SIGSTOP');
  await expired;
  // The next read's may be among them.
  const left = pidsOf(RENDERER).filter((pid) => struck.includes(pid));
  for (const pid of left) process.kill(pid, 'SIGCONT');
  await expectNext();
});

test('a browser that stands still in the middle of a read costs no more than the read’s time', async ({ rig }) => {
  const { reader, middle, expectNext } = await openReader(rig);
  const read = reader.read('http://site.test/', { timeoutMs: 2_000 });
  const expired = expect(read).rejects.toMatchObject({ code: 'TIMEOUT' });
  await middle();
  // Not the script that some systems start the browser by: that would be nobody's fault but ours.
  strike(pidsOf(BROWSER).slice(-1), 'SIGSTOP');
  await expired;
  await expectNext();
});

const jailHelpers = (): number[] =>
  descendants()
    .filter(({ command }) => command.includes('jail-bridge-program'))
    .map(({ pid }) => pid);

test.describe('the program that opens sockets in the jail', () => {
  test('killed in the middle of a read, takes the browser along, and the next read has others', async ({ rig }) => {
    const { reader, middle, expectNext } = await openReader(rig);
    test.skip(jailHelpers().length === 0, 'there is no jail here');
    const read = expect(reader.read('http://site.test/')).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
    await middle();
    strike(jailHelpers(), 'SIGKILL');
    await read;
    await expectNext();
  });

  test('stopped in the middle of a read, does not hold it up, nor the reads after it', async ({ rig }) => {
    const { reader, middle, expectNext } = await openReader(rig);
    test.skip(jailHelpers().length === 0, 'there is no jail here');
    const read = reader.read('http://site.test/', { timeoutMs: 2_000 });
    await middle();
    strike(jailHelpers(), 'SIGSTOP');
    expect((await read).text).toContain('plenty of words');
    // The first has the page that was kept ready, the second needs one.
    await expectNext();
    await expectNext();
  });

  test('stopped before a read, is given up within seconds', async ({ rig }) => {
    const { expectNext } = await openReader(rig);
    test.skip(jailHelpers().length === 0, 'there is no jail here');
    strike(jailHelpers(), 'SIGSTOP');
    await expectNext();
    await expectNext();
  });
});

for (const [when, url] of [
  ['before the document', 'http://site.test/hang'],
  ['after the document', 'http://site.test/'],
] as const) {
  test(`a listener of the guard that goes ${when} ends the read, in time and typed`, async ({ rig }) => {
    const site = await rig.serve((request, response) => {
      if (request.url === '/') response.setHeader('content-type', 'text/html').end(`${WORDS}<img src="/hang">`);
      else if (request.url === '/plain') response.setHeader('content-type', 'text/html').end(WORDS);
    });
    const guard = labGuard(rig.lab);
    const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' });
    const read = async (target: string, middle: (closeListener: () => Promise<void>) => Promise<void>) => {
      const tab = await openTab(engine.running, await engine.proxy.open(guard.scope(target)), {});
      const document = renderDocument(
        tab,
        { url: target, method: 'GET', headers: {} },
        {
          settle: { ...PATIENCE, virtualTime: true },
          orders: {},
          maxBytes: () => 1e6,
          timeoutMs: 5_000,
          signal: new AbortController().signal,
        },
      ).catch((error: unknown) => error);
      await middle(() => tab.listener.close());
      const fate = await document;
      await tab.close();
      return fate;
    };
    const fate = await read(url, async (closeListener) => {
      await expect.poll(() => site.requests.map((request) => request.url)).toContain('/hang');
      await closeListener();
    });
    if (when === 'before the document') expect(fate).toMatchObject({ code: 'CONNECTION_LOST' });
    else expect(fate).toMatchObject({ body: expect.stringContaining('plenty of words') });
    const next = await read('http://site.test/plain', async () => undefined);
    expect(next).toMatchObject({ body: expect.stringContaining('plenty of words') });
    await engine.close();
  });
}
