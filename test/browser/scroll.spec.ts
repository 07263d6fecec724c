import { expect } from '@playwright/test';
import { html, test, WORDS } from '../support/browser-rig.js';

const FULL = { content: 'full' } as const;

const rowsOf = (text: string): number[] =>
  [...text.matchAll(/Row number (\d+)\b/g)].map(([, number]) => Number(number));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A list that fetches ten more rows when its end comes into sight, as long as there are any. */
const INFINITE = (
  total: number,
): string => `${WORDS}<div id="list"></div><div id="end" style="height:10px"></div><script>
  let next = 0, busy = false;
  const load = async () => {
    if (busy || next >= ${total}) return;
    busy = true;
    const rows = await (await fetch('/rows?from=' + next)).json();
    for (const row of rows) list.insertAdjacentHTML('beforeend', '<p style="height:80px">Row number ' + row + '</p>');
    next += rows.length; busy = false;
  };
  new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) load() }, { rootMargin: '50px' }).observe(end);
</script>`;

/** Rows of 30 pixels of which only those in sight are in the document. */
const VIRTUAL = (
  render: string,
  scroller = 'height:500px;overflow:auto',
): string => `${WORDS}<div id="box" style="${scroller}"><div id="tall" style="position:relative;height:15000px"></div></div><script>
  const draw = () => {
    const first = Math.max(0, Math.floor(box.scrollTop / 30) - 2);
    ${render}
  };
  box.addEventListener('scroll', () => requestAnimationFrame(draw)); draw();
</script>`;

test('reads what comes by scrolling, to its end, and says how far it went', async ({ rig }) => {
  await rig.serve((request, response) => {
    const from = Number(new URL(request.url ?? '', 'http://x').searchParams.get('from') ?? -1);
    if (from < 0) response.setHeader('content-type', 'text/html').end(html(INFINITE(50)).body);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(upTo(10).map((row) => from + row)));
  });
  const before = await rig.openReader().read('http://site.test/', FULL);
  expect(rowsOf(before.text).length).toBeLessThan(50);
  const page = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(rowsOf(page.text)).toEqual(upTo(50));
  expect(page.readiness?.scrolled).toMatchObject({ stoppedBy: 'end' });
});

test('stops after as many screens as it was told, and at the size limit', async ({ rig }) => {
  await rig.serve((request, response) => {
    const from = Number(new URL(request.url ?? '', 'http://x').searchParams.get('from') ?? -1);
    if (from < 0) response.setHeader('content-type', 'text/html').end(html(INFINITE(1e9)).body);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(upTo(10).map((row) => from + row)));
  });
  const two = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 2 });
  expect(two.readiness?.scrolled).toEqual({ screens: 2, stoppedBy: 'limit' });
  const small = await rig.openReader({ maxBytes: 3_000 }).read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(small.readiness?.scrolled?.stoppedBy).toBe('size');
  const short = await rig.openReader({ timeoutMs: 6_000 }).read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(short.readiness?.scrolled?.stoppedBy).toBe('deadline');
  expect(rowsOf(short.text).length).toBeGreaterThan(10);
});

test('reads a list whole that keeps only the rows in sight', async ({ rig }) => {
  await rig.serve({
    '/': html(
      VIRTUAL(`
      const wanted = new Map(Array.from({ length: 22 }, (_, at) => first + at).filter((row) => row < 500).map((row) => [String(row), row]));
      for (const old of [...tall.children]) if (!wanted.delete(old.dataset.row)) old.remove();
      for (const row of wanted.values()) tall.insertAdjacentHTML('beforeend',
        '<div data-row="' + row + '" style="position:absolute;top:' + row * 30 + 'px;height:30px">Row number ' + row + ' <a href="/row/' + row + '">open</a></div>');`),
    ),
  });
  const page = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(rowsOf(page.text)).toEqual(upTo(500));
  expect(page.text).toContain('[open](http://site.test/row/499)');
});

test('reads a list whole that uses the same few elements again', async ({ rig }) => {
  await rig.serve({
    '/': html(
      VIRTUAL(`
      for (let at = 0; at < 22; at++) {
        const row = first + at - ((first + at) % 22 - at + 22) % 22 + 0;
        const mine = Math.floor((first + 21 - at) / 22) * 22 + at;
        const cell = tall.children[at] ?? tall.appendChild(document.createElement('div'));
        cell.style.cssText = 'position:absolute;height:30px;transform:translateY(' + mine * 30 + 'px)';
        cell.textContent = mine < 500 ? 'Row number ' + mine : '';
      }`),
    ),
  });
  const page = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(rowsOf(page.text)).toEqual(upTo(500));
});

test('presses the button for more, and no other', async ({ rig }) => {
  const site = await rig.serve({
    '/': html(`${WORDS}<nav><button onclick="document.title='pressed'">Show more</button></nav><a href="/away">Load more</a>
      <div id="list"><p>Row number 0</p></div><button id="more">Load more</button><script>
        let next = 1;
        more.onclick = () => setTimeout(() => {
          for (let at = 0; at < 5; at++) list.insertAdjacentHTML('beforeend', '<p>Row number ' + next++ + '</p>');
          if (next > 20) more.remove();
        }, 50);
      </script>`),
  });
  const page = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(rowsOf(page.text)).toEqual(upTo(21));
  expect(page.title).toBe('A page');
  expect(site.requests.map(({ url }) => url)).not.toContain('/away');
});

test('leaves an ordinary page as it is when it scrolls through it', async ({ rig }) => {
  const rows = upTo(120)
    .map((row) => `<li style="height:40px">Row number ${row}</li>`)
    .join('');
  await rig.serve({
    '/': html(`<header style="position:sticky;top:0">Head</header>${WORDS}<ul>${rows}</ul><footer>Foot</footer>`),
  });
  const plain = await rig.openReader().read('http://site.test/', FULL);
  const page = await rig.openReader().read('http://site.test/', { ...FULL, scroll: 'auto' });
  expect(page.text).toBe(plain.text);
});
