import { expect, test } from '@playwright/test';
import { crawl } from '#src/crawl/crawler.js';
import { AutoReader } from '#src/reader/auto-reader.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { readRows } from '#src/reader/read-rows.js';
import { routes, serve } from '../support/http-server.js';

const product = (name: string, price: string) =>
  `<li class="product"><b>${name}</b> <i class="price">${price}</i> <a href="/p/${name}">more</a></li>`;

/** A shop whose products are made by a program: in the page, in shadow roots, and in a frame. */
const SHOP = `<title>Shop</title><main><h1>Shop</h1><ul id="plain"></ul><div id="open"></div><div id="closed"></div>
<iframe src="/frame" width="600" height="200"></iframe>
<ul style="display:none">${product('hidden', '9')}</ul></main><script>
  const list = (items) => '<ul>' + items + '</ul>';
  setTimeout(() => {
    document.getElementById('plain').innerHTML = ${JSON.stringify(product('plain', '€ 1.50'))};
    document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = list(${JSON.stringify(product('open', '€ 2.50'))});
    document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = list(${JSON.stringify(product('closed', '€ 3.50'))});
  }, 30);
</script>`;
const FRAME = `<title>Frame</title><ul>${product('frame', '€ 4.50')}</ul>`;
const serveShop = () => serve(routes({ '/': SHOP, '/frame': FRAME }));

const RULES = {
  rows: '.product',
  fields: { name: 'b', price: { select: '.price', as: 'number' }, link: { select: 'a', as: 'url' } },
} as const;

test('rows are taken from what a program has made, from shadow roots and frames, by either reader', async () => {
  await using site = await serveShop();
  const options = { allowPrivate: [site.host] };
  await using browser = new BrowserReader(options);
  await using auto = new AutoReader(options);
  const expected = ['plain', 'open', 'closed', 'frame'].map((name, at) => {
    return { name, price: at + 1.5, link: `${site.origin}/p/${name}` };
  });
  for (const reader of [browser, auto]) {
    const { rows, page } = await readRows(reader, `${site.origin}/`, RULES);
    expect(rows).toEqual(expected);
    expect(page.rendered).toBe(true);
  }
  await using http = new HttpReader(options);
  expect((await readRows(http, `${site.origin}/`, RULES)).rows).toEqual([]);
});

test('a contract is held to what a browser shows', async () => {
  await using site = await serveShop();
  const contracts = [
    { name: 'products', url: '/', selector: '.product', minItems: 4, maxItems: 4 },
    {
      name: 'cheap',
      url: '/',
      rows: '.product',
      ...{ fields: RULES.fields },
      schema: { properties: { price: { maximum: 4 } } },
    },
  ];
  const faults: string[] = [];
  const options = { allowPrivate: [site.host] };
  for await (const event of crawl(`${site.origin}/`, { expect: contracts, maxPages: 1, readerOptions: options })) {
    if (event.type === 'expectation') faults.push(`${event.name}: ${event.faults.map(({ what }) => what)}`);
  }
  expect(faults).toEqual(['cheap: row 4.price']);
});
