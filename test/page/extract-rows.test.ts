import { describe, expect, expectTypeOf, it } from 'vitest';
import { LIMITS } from '#src/base/limits.js';
import { parseNumber } from '#src/page/parse-number.js';
import type { Row, RowRules } from '#src/page/row-rules.js';
import { extract } from '#src/reader/extract.js';

const url = 'https://e.com/shop/';

const SHOP = `<title>Shop</title><base href="/base/"><nav>Menu</nav><main>
  <article class="item" data-id="a1"><h2>Blue <b>lamp</b></h2><span class="price">€ 1.299,00</span>
    <a href="lamp">More</a><i class="tag">new</i><i class="tag" hidden>secret</i><i class="tag">light</i>
    <ul><li><b>M</b> <span>3</span></li><li><b>L</b> <span>none</span></li></ul></article>
  <article class="item" data-id="a2" style="display:none"><h2>Hidden</h2></article>
  <article class="item"><h2 hidden>Old name</h2><h2>Chair</h2><span class="price">ask us</span>
    <a href="javascript:alert(1)">More</a></article></main>`;

const RULES = {
  rows: '.item',
  fields: {
    title: 'h2',
    id: { attribute: 'data-id' },
    price: { select: '.price', as: 'number' },
    link: { select: 'a', as: 'url' },
    tags: { select: '.tag', all: true },
    sizes: { rows: 'li', fields: { name: 'b', stock: { select: 'span', as: 'number' } } },
  },
} as const satisfies RowRules;

describe('extract', () => {
  for (const dom of ['light', 'jsdom'] as const) {
    it(`takes typed rows by the rules, without what is hidden (${dom})`, async () => {
      const { data, warnings } = await extract(SHOP, { url, dom, extract: RULES });
      expect(data).toEqual([
        {
          title: 'Blue lamp',
          id: 'a1',
          price: 1299,
          link: 'https://e.com/base/lamp',
          tags: ['new', 'light'],
          sizes: [{ name: 'M', stock: 3 }, { name: 'L' }],
        },
        { title: 'Chair', tags: [], sizes: [] },
      ]);
      expect(warnings).toEqual([]);
    });
  }

  it('looks at the whole document where there are no rows, and whatever is included', async () => {
    const rules = { fields: { name: 'nav', first: { fields: { title: 'h2' } } } };
    const { data, markdown } = await extract(SHOP, { url, include: ['h2'], extract: rules });
    expect(data).toEqual([{ name: 'Menu', first: { title: 'Blue lamp' } }]);
    expect(markdown).not.toContain('Menu');
  });

  it('changes nothing of the text, and adds no data unless it is asked to', async () => {
    const { data, ...rest } = await extract(SHOP, { url, extract: RULES });
    expect(data).toHaveLength(2);
    expect(await extract(SHOP, { url })).toEqual(rest);
  });

  it('has a field of any name but one, which no object made of it would have', async () => {
    const { data } = await extract(SHOP, { url, extract: { fields: { constructor: 'h2', toString: 'h2' } as never } });
    expect(JSON.stringify(data)).toContain('"constructor":"Blue lamp"');
    expect(Object.getPrototypeOf(data?.[0])).toBe(Object.prototype);
    const rules = { fields: JSON.parse('{"__proto__":"h2"}') };
    await expect(extract(SHOP, { url, extract: rules })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('cuts at the limit of rows, and says so', async () => {
    const html = `<ul>${'<li>x</li>'.repeat(LIMITS.extractedRows + 1)}</ul>`;
    const { data, warnings } = await extract(html, { url, extract: { rows: 'li', fields: { x: {} } } });
    expect(data).toHaveLength(LIMITS.extractedRows);
    expect(warnings).toContainEqual(expect.stringContaining('extract'));
  });

  it.each([
    ['a selector that is none', { fields: { a: 'div >' } }],
    ['a nested one', { fields: { a: { rows: '@p', fields: { b: 'p' } } } }],
    ['an unknown key', { rows: 'p', field: { a: 'p' } }],
    ['decimal without a number', { fields: { a: { select: 'p', decimal: ',' } } }],
    ['a pseudo-class that no DOM knows', { fields: { a: 'p:nonsense' } }],
  ])('refuses %s', async (_what, rules) => {
    const refused = extract(SHOP, { url, extract: rules as RowRules });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('types its rows by the rules', () => {
    type Item = Row<(typeof RULES)['fields']>;
    expectTypeOf<Item['price']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Item['tags']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Item['sizes'][number]['stock']>().toEqualTypeOf<number | undefined>();
  });
});

describe('parseNumber', () => {
  it.each([
    ['12', 12],
    ['€ 1.299,00', 1299],
    ['$1,299.50', 1299.5],
    ["CHF 12'500.-", 12500],
    ['1 234 567 kr', 1234567],
    ['3,5 %', 3.5],
    ['0.125', 0.125],
    ['1,234,567', 1234567],
    ['-5 °C', -5],
    ['−$7.50', -7.5],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    '',
    'free',
    '10-20',
    '10 – 20 €',
    '1.234',
    '1,234',
    'A4',
    '1.2k',
    '3 million',
    '1.2.3',
    '12,34,567',
    '2024-01-02',
    '.5',
  ])('does not guess at %j', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  it('goes by the decimal sign that it is told', () => {
    expect(parseNumber('1.234', ',')).toBe(1234);
    expect(parseNumber('1.234', '.')).toBe(1.234);
    expect(parseNumber('1,234', '.')).toBe(1234);
  });
});
