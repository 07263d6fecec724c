import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unflatten } from '#src/page/flattened.js';
import { readLiteral } from '#src/page/literal.js';

/** With ordinary prototypes, to compare. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('reads what a program writes down as data', () => {
  it('JSON, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const literal = readLiteral(`${json};`);
        expect(literal?.end).toBe(json.length);
        expect(plain({ value: literal?.value })).toEqual(plain({ value: JSON.parse(json) }));
      }),
    );
  });

  it.each([
    [`{a:1,'b c':"d",7:[.5,-1e3,0x10,],$_:{}}`, { 7: [0.5, -1000, 16], a: 1, 'b c': 'd', $_: {} }],
    [`'it\\'s \\x41\\u0042\\n\\/'`, "it's AB\n/"],
    ['`a plain template`', 'a plain template'],
    ['[!0,!1,void 0,undefined,null,,1]', [true, false, null, null, null, null, 1]],
    ['/* a */ { // b\n a : 1 } /* c */', { a: 1 }],
    [`{d:new Date("2024-01-02"),s:new Set([1]),m:new Map([["k",1]])}`, { d: '2024-01-02', s: [1], m: [['k', 1]] }],
    [`JSON.parse("{\\"a\\":[1]}")`, { a: [1] }],
    [`JSON.parse(decodeURIComponent("%5B1%5D"))`, [1]],
    [`(function(a,b){return {x:a,y:[b,a]}}("v",2))`, { x: 'v', y: [2, 'v'] }],
    [`(function(a){return {x:a};})("v")`, { x: 'v' }],
  ])('%s', (source, value) => {
    expect(plain(readLiteral(source)?.value)).toEqual(value);
  });
});

describe('takes nothing but data', () => {
  it.each([
    'alert(1)',
    '{a:alert(1)}',
    '{get a(){return 1}}',
    '{...b}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the program that is read.
    '`${alert(1)}`',
    'new Function("x")',
    '(function(a){a.b=1;return a}({}))',
    '(()=>1)()',
    `${'(function(){return '.repeat(60)}1${'}())'.repeat(60)}`,
    '{a:b}',
    '{a:1',
    '"no end',
    '',
    'JSON.parse("{")',
    'decodeURIComponent("%")',
    `${'['.repeat(10_000)}`,
    `[${'1,'.repeat(400_000)}]`,
  ])('not %j', (source) => {
    expect(readLiteral(source)).toBeUndefined();
  });

  it('gives keys no meaning', () => {
    const value = readLiteral('{__proto__:{polluted:1},constructor:2}')?.value as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is done with a megabyte of anything soon', () => {
    for (const piece of ['{', '[', '"\\', 'a:', '(', '/*', '(function(a){return ', '!', 'new ', '\\u']) {
      const started = performance.now();
      readLiteral(piece.repeat(1_000_000 / piece.length));
      expect(performance.now() - started, piece).toBeLessThan(2_000);
    }
  });
});

describe('puts flattened data together', () => {
  it('as Nuxt writes it', () => {
    const list = [
      ['ShallowReactive', 1],
      { data: 2, self: 1 },
      ['Reactive', 3],
      { title: 4, at: 5, none: -1 },
      'T',
      ['Date', '2024-01-02'],
    ];
    const value = unflatten(list) as { data: unknown; self: unknown };
    expect(plain(value.data)).toEqual({ title: 'T', at: '2024-01-02' });
    expect(value.self).toBe(value);
  });

  it('as React Router writes it', () => {
    expect(plain(unflatten([{ _1: 2 }, 'loaderData', { _3: 4 }, 'post', { _5: 6 }, 'title', 'T']))).toEqual({
      loaderData: { post: { title: 'T' } },
    });
  });

  it('whatever else it is given', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void unflatten(value)));
    const deep = Array.from({ length: 100_000 }, (_, index) => [index + 1]);
    expect(unflatten(deep)).toBeInstanceOf(Array);
    const value = unflatten([{ __proto__x: 1, _2: 1 }, 5, '__proto__']) as object;
    expect(Object.getPrototypeOf(value)).toBeNull();
  });
});
