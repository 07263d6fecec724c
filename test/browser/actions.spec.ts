import { expect } from '@playwright/test';
import type { PageAction } from '#src/browser/page-action.js';
import { type BrowserRig, html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const URL_READ = 'http://site.test/';

async function act(rig: BrowserRig, body: string, actions: readonly PageAction[]) {
  await rig.serve({ '/': html(`${WORDS}${body}`), '/next': html(`<h1>Next</h1>${WORDS}`) });
  return rig.openReader().read(URL_READ, { actions, content: 'full' });
}

/** Writes down each event of a kind, and whether a person could have made it. */
const report = (kinds: string) => `<ul id="log"></ul><script>
  for (const kind of '${kinds}'.split(' ')) addEventListener(kind, (event) => {
    const note = [event.type, event.isTrusted, event.target.id, event.key].filter((part) => part !== undefined).join(' ');
    log.insertAdjacentHTML('beforeend', '<li>' + note + '</li>');
  }, true)</script>`;

test('clicks as a person does, below the fold too, and reads what comes of it', async ({ rig }) => {
  const body = `<div style="height: 3000px"></div><button id="more">More</button><p id="out"></p>${report('mousedown click')}
    <script>more.onclick = () => fetch('/next').then(() => { out.textContent = 'what the click brought' })</script>`;
  const page = await act(rig, body, [{ click: '#more' }]);
  expect(page.text).toContain('mousedown true more');
  expect(page.text).toContain('click true more');
  expect(page.text).toContain('what the click brought');
  expect(page.readiness?.reason).toBe('settled');
  expect(pageWarnings(page.warnings)).toEqual([]);
});

test('waits for what is not there yet, is hidden, disabled, covered or moving', async ({ rig }) => {
  const body = `<style>.wall { position: fixed; inset: 0; z-index: 9 }
      @keyframes slide { from { margin-left: 600px } to { margin-left: 0 } }
      #moves { animation: slide 0.4s linear; width: 80px }</style>
    <div class="wall" id="wall"></div><button id="off" disabled>off</button><button id="unseen" style="display:none">u</button>
    <p id="log"></p>
    <script>
      const say = (event) => { log.textContent += event.target.id + ' clicked; ' };
      addEventListener('click', say);
      setTimeout(() => { wall.remove(); off.disabled = false; unseen.style.display = '' }, 300);
      setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<button id="late">l</button><button id="moves">m</button>') }, 400);
    </script>`;
  const page = await act(rig, body, [{ click: '#off' }, { click: '#unseen' }, { click: '#late' }, { click: '#moves' }]);
  expect(page.text).toContain('off clicked; unseen clicked; late clicked; moves clicked;');
});

test('fills fields of every kind, over what they hold', async ({ rig }) => {
  const body = `<form id="form"><input id="name" value="old"><input id="secret" type="password"><textarea id="note">old</textarea>
      <input id="count" type="number" value="1"><input id="day" type="date"><input id="level" type="range">
      <div id="rich" contenteditable>old</div><label id="label">Mail <input name="mail" type="email"></label></form>
      <pre id="out"></pre>${report('input')}
      <script>form.addEventListener('input', () => { out.textContent = [name.value, form.elements.name.value, secret.value, note.value,
        count.value, day.value, level.value, rich.textContent, form.elements.mail.value].join('|') })</script>`;
  const page = await act(rig, body, [
    { fill: '#name', value: 'Ada' },
    { fill: '#secret', value: 'pässwörd' },
    { fill: '#note', value: 'two\nlines' },
    { fill: '#count', value: '42' },
    { fill: '#day', value: '2026-11-30' },
    { fill: '#level', value: '70' },
    { fill: '#rich', value: 'bold' },
    { fill: '#label', value: 'a@b.test' },
  ]);
  expect(page.text).toContain('|Ada|pässwörd|two\nlines|42|2026-11-30|70|bold|a@b.test');
  expect(page.text).toContain('input true name');
});

test('chooses options by value or label, and several', async ({ rig }) => {
  const body = `<select id="one"><option value="a">Alpha<option value="b">Beta</select>
    <select id="many" multiple><option>x<option>y<option>z</select><p id="out"></p>
    <script>onchange = () => { out.textContent = one.value + [...many.selectedOptions].map((option) => option.value) }</script>`;
  const page = await act(rig, body, [
    { select: '#one', value: 'Beta' },
    { select: '#many', value: ['x', 'z'] },
  ]);
  expect(page.text).toContain('bx,z');
});

test('presses keys, on a field or on what has the focus, and follows where the form leads', async ({ rig }) => {
  const site = await rig.serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/') response.end(`${WORDS}<form action="/find"><input name="q" id="q"></form>`);
    else if (request.url === '/moved') response.end(`<title>Found</title><h1>Found</h1>${WORDS}`);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  const actions = [
    { fill: '#q', value: 'needl' },
    { press: 'e' },
    { press: 'x', selector: '#q' },
    { press: 'Backspace' },
    { press: 'Enter' },
  ];
  const page = await rig.openReader().read(URL_READ, { actions });
  expect(page).toMatchObject({ url: 'http://site.test/moved', statusCode: 200, title: 'Found' });
  const found = 'http://site.test/find?q=needle';
  expect(page.redirects).toEqual([
    { url: URL_READ, statusCode: 200, location: found, kind: 'action' },
    { url: found, statusCode: 302, location: 'http://site.test/moved', kind: 'http' },
  ]);
  expect(site.requests.map(({ url }) => url)).toContain('/find?q=needle');
});

test('follows a link to a page that is slow to come, and acts on there', async ({ rig }) => {
  await rig.serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/') response.end(`${WORDS}<a href="/next">on</a>`);
    else
      setTimeout(() => response.end(`${WORDS}<button onclick="this.outerHTML = '<p>both clicked'">b</button>`), 3_200);
  });
  const page = await rig.openReader().read(URL_READ, { actions: [{ click: 'a' }, { click: 'button' }] });
  expect(page.url).toBe('http://site.test/next');
  expect(page.text).toContain('both clicked');
});

test('goes on for as long as there are actions, further than a page may move by itself', async ({ rig }) => {
  await rig.serve((request, response) => {
    const number = Number(request.url?.slice(1));
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Page ${number}</title>${WORDS}<a href="/${number + 1}">on</a>`);
  });
  const actions = Array.from({ length: 13 }, () => ({ click: 'a' }));
  const page = await rig.openReader().read(`${URL_READ}1`, { actions });
  expect(page).toMatchObject({ url: `${URL_READ}14`, title: 'Page 14' });
  expect(page.redirects?.map(({ kind }) => kind)).toEqual(actions.map(() => 'action'));
});

test('scrolls to the end, by pixels and to an element', async ({ rig }) => {
  const body = `<div style="height: 4000px"></div><h2 id="there">there</h2><div style="height: 4000px"></div><p id="out"></p>
    <script>onscroll = () => { out.textContent += Math.round(scrollY) + ' ' }</script>`;
  const page = await act(rig, body, [{ scroll: 500 }, { scroll: '#there' }, { scroll: 'bottom' }]);
  const places = /(\d+(?: \d+)+)\s*$/.exec(page.text)?.[1]?.split(' ').map(Number) ?? [];
  expect(places[0]).toBe(500);
  expect(places[1]).toBeGreaterThan(3_000);
  expect(places[2]).toBeGreaterThan(7_000);
});

test('waits for a selector, an expression or a while between actions, and for waitFor after them', async ({ rig }) => {
  const body = `<button id="go">go</button><p id="out"></p><script>go.onclick = () => {
      setTimeout(() => { window.half = true; out.className = 'half' }, 200);
      setTimeout(() => { out.textContent = 'the end'; out.id = 'done' }, 500) }</script>`;
  await rig.serve({ '/': html(`${WORDS}${body}`) });
  const actions = [
    { click: '#go' },
    { wait: { selector: '.half' } },
    { wait: { expression: 'half' } },
    { wait: { delayMs: 10 } },
  ];
  const page = await rig.openReader({ waitFor: { selector: '#done' } }).read(URL_READ, { actions });
  expect(page.text).toContain('the end');
  expect(page.readiness?.reason).toBe('selector');
});

test('goes into open shadow roots and frames by >>', async ({ rig }) => {
  const inner = `<p onclick="this.textContent = 'deep click'">deep</p>`;
  const body = `<div id="host"></div><p>between</p><iframe id="frame" style="border: 7px solid; padding: 5px; height: 200px"
      srcdoc="<div style='height: 900px'></div><p onclick='this.textContent = &quot;frame click&quot;'>f</p>"></iframe>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(inner)}</script>`;
  const page = await act(rig, body, [{ click: '#host >> p' }, { click: '#frame >> p' }]);
  expect(page.text).toContain('deep click');
  expect(page.text).toContain('frame click');
});

for (const [what, body, action, obstacle] of [
  ['is not there', '', { click: '#none' }, 'matches nothing'],
  ['is not visible', '<p id="a" hidden>a', { click: '#a' }, 'is not visible'],
  ['is disabled', '<button id="a" disabled>a</button>', { click: '#a' }, 'is disabled'],
  [
    'is covered',
    '<button id="a">a</button><div id="wall" style="position: fixed; inset: 0"></div>',
    { click: '#a' },
    'is covered by <div#wall>',
  ],
  [
    'moves for ever',
    '<style>@keyframes m { to { left: 500px } }</style><button id="a" style="position: absolute; left: 0; animation: m 1s infinite linear">a</button>',
    { click: '#a' },
    'does not stand still',
  ],
  ['is no field', '<p id="a">a', { fill: '#a', value: 'x' }, 'is no field that can be filled'],
  ['has no such option', '<select id="a"><option>x</select>', { select: '#a', value: 'y' }, 'has no such option'],
  ['does not come about', '', { wait: { selector: '#a' } }, 'did not come about'],
] as const) {
  test(`fails the read, naming the action, when its target ${what}`, async ({ rig }) => {
    const reading = act(rig, body, [{ scroll: 1 }, { ...action, timeoutMs: 200 }]);
    await expect(reading).rejects.toMatchObject({
      name: 'ContentError',
      code: 'ACTION_FAILED',
      details: { action: 1, obstacle },
    });
  });
}

test('ends with the time of the read, whatever an action still waits for', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const reader = await rig.warmReader();
  const started = performance.now();
  const reading = reader.read(URL_READ, { timeoutMs: 3_000, actions: [{ click: '#none', timeoutMs: 60_000 }] });
  await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT', details: { action: 0 } });
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('an abort ends the actions with its reason', async ({ rig }) => {
  const site = await rig.serve({ '/': html(`${WORDS}<script>fetch('/seen')</script>`) });
  const stop = new AbortController();
  const reading = rig
    .openReader()
    .read(URL_READ, { signal: stop.signal, actions: [{ click: '#none', timeoutMs: 20_000 }] });
  await expect.poll(() => site.requests.map(({ url }) => url)).toContain('/seen');
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

test('never says what was filled in', async ({ rig }) => {
  const secret = 'correct horse';
  await rig.serve({ '/': html(`${WORDS}<input id="a" readonly><input id="b" type="date">`) });
  const reader = rig.openReader();
  for (const fill of ['#a', '#b', '#none', 'a:foo(']) {
    const failed: unknown = await reader
      .read(URL_READ, { actions: [{ fill, value: secret, timeoutMs: 100 }] })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(`${failed} ${JSON.stringify(failed)} ${(failed as Error).cause}`).not.toContain('horse');
  }
});

test('is kept from what is internal, and the page stays', async ({ rig }) => {
  const inside = await rig.canary();
  const target = `http://127.0.0.1:${inside.port}/`;
  expect(await (await fetch(target)).text()).toContain('canary');
  const before = inside.connections;
  const page = await act(rig, `<a href="${target}">in</a><p>still here`, [{ click: 'a' }]);
  expect(page.url).toBe(URL_READ);
  expect(page.text).toContain('still here');
  expect(page.refusals).toContainEqual(expect.objectContaining({ code: 'REFUSED_ADDRESS', url: target }));
  expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('which is refused')]);
  expect(inside.connections).toBe(before);
});

test('takes what a click leads to although it is no page', async ({ rig }) => {
  await rig.serve({
    '/': html(`${WORDS}<a href="/data">data</a>`),
    '/data': { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
  });
  const page = await rig.openReader().read(URL_READ, { actions: [{ click: 'a' }] });
  expect(page).toMatchObject({ url: 'http://site.test/data', text: '{"a":1}' });
});

test('leaves nothing behind for the next read of a session', async ({ rig }) => {
  const body = `<p id="go">go</p><p id="out"></p><script>go.onclick = () => fetch('/data').then((answer) => answer.json())
    .then((answer) => { setTimeout(() => { out.textContent = 'clicked ' + answer.n }, 600) })</script>`;
  await rig.serve({
    '/': html(`${WORDS}${body}`),
    '/data': { headers: { 'content-type': 'application/json' }, body: '{"n": 1}' },
  });
  const reader = rig.openReader({ isolation: 'session' });
  const acted = { actions: [{ click: '#go' }], capture: { json: '*/data' }, screenshot: true };
  for (const options of [acted, {}, acted]) {
    const page = await reader.read(URL_READ, options);
    expect(page.text.includes('clicked 1')).toBe(options === acted);
    expect(page.captured?.length).toBe(options === acted ? 1 : undefined);
    expect(page.screenshot === undefined).toBe(options !== acted);
  }
});

test('is never served from the cache', async ({ rig }) => {
  await rig.serve({ '/': html(`${WORDS}<button onclick="this.outerHTML = '<p>clicked'">b</button>`) });
  const reader = rig.openReader({ cacheTtlMs: 60_000 });
  expect((await reader.read(URL_READ, { actions: [{ click: 'button' }] })).text).toContain('clicked');
  expect((await reader.read(URL_READ)).text).not.toContain('clicked');
  expect((await reader.read(URL_READ, { actions: [{ click: 'button' }] })).text).toContain('clicked');
});

for (const [what, actions, option] of [
  ['no known verb', [{ clik: '#a' }], 'actions.0.clik'],
  ['two verbs', [{ click: '#a', scroll: 1 }], 'actions.0.scroll'],
  ['no selector', [{ click: 'div >' }], 'actions.0.click'],
  ['no key', [{ press: 'Entr' }], 'actions.0.press'],
  ['no value', [{ scroll: 1 }, { fill: '#a' }], 'actions.1.value'],
  ['too many', Array.from({ length: 51 }, () => ({ scroll: 1 })), 'actions'],
] as const) {
  test(`refuses actions with ${what}`, async ({ rig }) => {
    const reading = rig.openReader().read(URL_READ, { actions: actions as never });
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option } });
  });
}
