import { expect } from '@playwright/test';
import { isPagewardError } from '#src/base/errors.js';
import { WORDS } from '../../support/browser-rig.js';
import { expectFate, test } from '../../support/load-rig.js';

/** A program that a page runs, or what else it is made of, and what it does in words. */
interface HostilePage {
  readonly does: string;
  readonly script?: string;
  readonly markup?: string;
  /** What it does reaches us before anything that we ask: there may be no time for its page. */
  readonly drownsUs?: boolean;
  /** It is thousands of things, each of which has to be done before anything can be asked. */
  readonly isMuch?: boolean;
}

const inWorker = (program: string): string => `new Worker(URL.createObjectURL(new Blob([\`${program}\`])))`;
/** How a read may end that is not given a page. */
const STUCK = ['TIMEOUT', 'BROWSER_CRASHED'];

/** Their words are there from the start, and are read whatever they do after. */
const HELD_UP: readonly HostilePage[] = [
  { does: 'never gives its thread back, from the start', markup: `<script>for (;;);</script>` },
  { does: 'never gives its thread back once it has loaded', script: `onload = () => { for (;;); }` },
  { does: 'never comes to the end of its microtasks', script: `(async () => { for (;;) await 0; })()` },
  {
    does: 'never comes to the end of its own changes',
    drownsUs: true,
    script: `
    new MutationObserver(() => document.body.append('.')).observe(document.body, { childList: true });
    document.body.append('.')`,
  },
  { does: 'looks for a pattern for ever', script: `setTimeout(() => /^(a+)+$/.test('a'.repeat(40) + 'b'), 10)` },
  { does: 'is never done in a frame', markup: `<iframe srcdoc="<script>for (;;);</script>"></iframe>` },
  { does: 'keeps eight workers busy', script: `for (let i = 0; i < 8; i++) ${inWorker('for (;;);')}` },
  { does: 'takes a timer for ever, again and again', script: `setInterval(() => { for (;;); }, 1)` },
  {
    does: 'waits for a server that never answers',
    script: `
    const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send()`,
  },
  { does: 'opens 100 000 dialogs', script: `for (let i = 0; i < 1e5; i++) alert(i)` },
  { does: 'asks for ever', script: `setInterval(() => { alert(1); confirm(2); prompt(3); }, 0)` },
  { does: 'prints 10 000 times', script: `for (let i = 0; i < 1e4; i++) print()` },
  {
    does: 'asks to stay and leaves, again and again',
    script: `
    onbeforeunload = (event) => { event.preventDefault(); return 'stay'; };
    setInterval(() => { location.href = '/never?' + Math.random(); }, 0)`,
  },
  { does: 'does not let itself be left', script: `onpagehide = onbeforeunload = onunload = () => { for (;;); }` },
  {
    does: 'moves within itself 100 000 times',
    script: `
    for (let i = 0; i < 1e5; i++) history.pushState({}, '', '/' + 'y'.repeat(1000) + i)`,
  },
  {
    does: 'says 100 MB on its console, in a million lines',
    drownsUs: true,
    script: `
    for (let i = 0; i < 1e6; i++) console.log('x'.repeat(100))`,
  },
  {
    does: 'says 100 MB on its console, in a hundred lines',
    isMuch: true,
    script: `
    for (let i = 0; i < 100; i++) console.log('x'.repeat(1e6))`,
  },
  {
    // In JSON each character takes six bytes. Without a limit of messages it would take this process 600 MB and a second.
    does: 'says 30 million control characters on its console, in one line',
    drownsUs: true,
    script: `
    const long = String.fromCharCode(1).repeat(1e7); console.log(long, long, long)`,
  },
  {
    does: 'throws ten million control characters',
    isMuch: true,
    script: `
    setTimeout(() => { throw new Error(String.fromCharCode(1).repeat(1e7)); })`,
  },
  {
    does: 'says 100 MB on its console from a worker',
    script: inWorker(`
    for (let i = 0; i < 1e3; i++) console.log('x'.repeat(1e5))`),
  },
  {
    does: 'fails 100 000 times',
    drownsUs: true,
    script: `
    for (let i = 0; i < 1e5; i++) Promise.reject(new Error('x'.repeat(1000)))`,
  },
  {
    does: 'opens 5 000 WebSockets',
    isMuch: true,
    script: `for (let i = 0; i < 5000; i++) new WebSocket('ws://site.test/never?' + i)`,
  },
  {
    // Those that fail are opened again, all of them, every few seconds.
    does: 'opens 5 000 event streams',
    isMuch: true,
    drownsUs: true,
    script: `for (let i = 0; i < 5000; i++) new EventSource('/never?' + i)`,
  },
  {
    does: 'makes 5 000 requests that nobody answers',
    isMuch: true,
    script: `for (let i = 0; i < 5000; i++) fetch('/never?' + i)`,
  },
  {
    does: 'opens 5 000 tunnels',
    isMuch: true,
    script: `
    for (let i = 0; i < 5000; i++) fetch('https://' + i + '.site.test/never', { mode: 'no-cors' })`,
  },
  { does: 'opens 500 windows', script: `for (let i = 0; i < 500; i++) open('/plain')` },
  {
    does: 'has 500 frames',
    isMuch: true,
    script: `
    for (let i = 0; i < 500; i++) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: 'x' }))`,
  },
];

/** These are too large to be read whole, or at all. */
const TOO_LARGE: readonly HostilePage[] = [
  {
    does: 'makes ten million elements',
    script: `
    for (let i = 0; i < 100; i++) document.body.append(Object.assign(document.createElement('div'),
      { innerHTML: '<b>x</b>'.repeat(1e5) }))`,
  },
  { does: 'is ten million elements', markup: '<b>'.repeat(10_000_000) },
  {
    does: 'nests 100 000 deep by script',
    script: `
    let inner = document.body;
    for (let i = 0; i < 1e5; i++) inner = inner.appendChild(document.createElement('div'));
    inner.append('the bottom')`,
  },
  { does: 'nests 100 000 deep', markup: `${'<div>'.repeat(100_000)}the bottom` },
  { does: 'has an attribute of 200 MB', script: `document.body.setAttribute('data-x', 'x'.repeat(2e8))` },
  { does: 'has a word of 200 MB', script: `document.body.append('x'.repeat(2e8))` },
  { does: 'says one line of 300 MB on its console', script: `console.log('x'.repeat(3e8))` },
  { does: 'throws 200 MB', script: `throw new Error('x'.repeat(2e8))` },
  { does: 'takes memory without end', script: `const all = []; for (;;) all.push(new Array(1e6).fill(all.length))` },
  {
    does: 'takes memory outside its heap without end',
    script: `
    const all = []; for (;;) all.push(new Uint8Array(1e9).fill(1))`,
  },
  {
    does: 'paints 300 large pictures',
    script: `
    for (let i = 0; i < 300; i++) {
      const canvas = Object.assign(document.createElement('canvas'), { width: 8000, height: 8000 });
      canvas.getContext('2d').fillRect(0, 0, 8000, 8000);
      document.body.append(canvas);
    }`,
  },
];

for (const { does, script, markup = '', drownsUs = false, isMuch = false } of HELD_UP) {
  const timeoutMs = isMuch ? 20_000 : 6_000;
  test(`a page that ${does} is read${drownsUs ? ', or ends' : ''} in time, and so is the next`, async ({ load }) => {
    const fate = await load.survive(await openOn(load, script, markup), 'http://site.test/', { timeoutMs });
    expectFate(fate, drownsUs ? STUCK : []);
    if (!isPagewardError(fate)) expect(fate.text).toContain('plenty of words');
  });
}

for (const { does, script, markup = '' } of TOO_LARGE) {
  test(`a page that ${does} ends as part of one or an error, and the next is read`, async ({ load }) => {
    expectFate(await load.survive(await openOn(load, script, markup), 'http://site.test/'), STUCK);
  });
}

for (const { does, markup } of TOO_LARGE.filter((page) => page.markup !== undefined)) {
  test(`plain HTTP ends in time on a page that ${does}`, async ({ load }) => {
    await serve(load, undefined, markup ?? '');
    expectFate(await load.survive(await load.open('http'), 'http://site.test/'), ['TIMEOUT']);
  });
}

type Load = Parameters<Parameters<typeof test>[2]>[0]['load'];

async function openOn(load: Load, script: string | undefined, markup: string) {
  await serve(load, script, markup);
  return await load.open('browser');
}

async function serve(load: Load, script: string | undefined, markup: string): Promise<void> {
  // In one piece from the start: it must not be counted among what reading it takes.
  const page = Buffer.from(`${WORDS}${markup}${script === undefined ? '' : `<script>${script}</script>`}`);
  await load.serve((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(page);
  });
}
