import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHydrationState } from '#src/page/hydration-state.js';
import { contentOfState } from '#src/page/state-content.js';

const BODY = `<p>${'The harbour master wrote down every ship that came in. '.repeat(8)}</p><p>The end of it.</p>`;
const POST = {
  title: 'The harbour book',
  excerpt: 'What came in, and when.',
  body: BODY,
  author: { name: 'Ada Quay' },
  publishedAt: '2024-03-01T10:00:00Z',
  updatedAt: '2024-03-02',
  coverImage: { url: '/harbour.jpg' },
};
const json = JSON.stringify;
const script = (program: string, attributes = '') => `<div id="app"></div><script${attributes}>${program}</script>`;
const block = (id: string, value: unknown) => script(json(value), ` id="${id}" type="application/json"`);

/** As devalue and turbo-stream do: every value in a list, named by its place. */
function flat(value: unknown, keyed = false): unknown[] {
  const list: unknown[] = [];
  const add = (part: unknown): number => {
    const place = list.push(null) - 1;
    if (Array.isArray(part)) list[place] = part.map(add);
    else if (typeof part !== 'object' || part === null) list[place] = part;
    else
      list[place] = Object.fromEntries(
        Object.entries(part).map(([key, of]) => [keyed ? `_${add(key)}` : key, add(of)]),
      );
    return place;
  };
  add(value);
  return list;
}

describe('finds the state of', () => {
  it.each([
    ['Next, pages router', block('__NEXT_DATA__', { props: { pageProps: { post: POST } }, buildId: 'x' })],
    ['Nuxt 3', block('__NUXT_DATA__', flat({ data: { post: POST } }))],
    [
      'Nuxt 2',
      script(
        `window.__NUXT__=(function(a,b){return {data:[{post:{title:a,body:${json(BODY)},author:{name:b},excerpt:"What came in, and when.",publishedAt:"2024-03-01T10:00:00Z",updatedAt:"2024-03-02",coverImage:{url:"/harbour.jpg"}}}],serverRendered:!0}}("The harbour book","Ada Quay"));`,
      ),
    ],
    ['Redux', script(`window.__PRELOADED_STATE__ = ${json({ posts: { 1: POST } })};\nstart()`)],
    [
      'Vuex, with a clean-up after it',
      script(
        `window.__INITIAL_STATE__=${json({ post: POST })};(function(){var s;(s=document.currentScript).remove()}());`,
      ),
    ],
    ['a store that is parsed', script(`window.__APP_STATE__ = JSON.parse(${json(json({ post: POST }))})`)],
    ['Apollo', script(`window["__APOLLO_STATE__"] = ${json({ 'Post:1': POST, ROOT_QUERY: {} })}`)],
    ['Remix', script(`window.__remixContext = ${json({ state: { loaderData: { 'routes/post': { post: POST } } } })};`)],
    [
      'React Router',
      script(
        `window.__reactRouterContext.streamController.enqueue(${json(`${json(flat({ loaderData: { post: POST } }, true))}\n`)});`,
      ),
    ],
    [
      'SvelteKit',
      script(`import("./start.js").then(([kit, app]) => { kit.start(app, element, { node_ids: [0, 2],
        data: [null,{type:"data",data:{post:${json(POST)}},uses:{}}], form: null, error: null }) })`),
    ],
    [
      'SvelteKit, what it fetched',
      script(json({ status: 200, body: json({ post: POST }) }), ' type="application/json" data-sveltekit-fetched'),
    ],
    ['anything in a block of JSON', script(json({ post: POST }), ' type="application/json" data-props')],
  ])('%s', (_, html) => {
    const state = readHydrationState(`<!doctype html><body>${html}`);
    const { html: text, ...facts } = contentOfState(state?.values ?? []);
    expect(text).toContain('The end of it.');
    expect(text).toContain('<h1>The harbour book</h1>');
    expect(facts).toEqual({
      title: 'The harbour book',
      description: 'What came in, and when.',
      byline: 'Ada Quay',
      publishedTime: '2024-03-01T10:00:00Z',
      modifiedTime: '2024-03-02',
      imageUrl: '/harbour.jpg',
    });
  });

  it('Next, app router: the page itself, in order, texts and late parts included', () => {
    const long = 'Größe: a long text ✓ of the server';
    const rows = [
      '1:"$Sreact.fragment"',
      '2:I[123,["/chunk.js"],"Card"]',
      `3:T${new TextEncoder().encode(long).length.toString(16)},${long}4:["$","p",null,{"children":"Late <part>"}]`,
      ':HL["/style.css","style"]',
      `0:{"P":null,"f":[[["",{"children":["__PAGE__",{}]}],["$","$1","c",{"children":[["$","h1",null,{"children":"Title"}],["$","script",null,{"children":"no()"}],["$","$L2",null,{"id":"no text","children":["$","p",null,{"className":"x","children":["Price: ",3," ","$$4",["$","a",null,{"href":"/next","children":"go on"}]]}]}],["$","div",null,{"children":"$3"}],"$L4",["$","div",null,{"dangerouslySetInnerHTML":{"__html":"<b>markup</b>"}}]]}]]]}`,
    ];
    const payload = `${rows.join('\n')}\n`;
    const pieces = payload.match(/[\s\S]{1,90}/g) ?? [];
    const html = pieces.map((piece) => `<script>self.__next_f.push(${json([1, piece])})</script>`).join('');
    expect(readHydrationState(html)?.html).toBe(
      '<h1>Title</h1>\n<p>Price: 3 $4<a href="/next">go on</a></p>\n<div>Größe: a long text ✓ of the server</div>\n<p>Late &lt;part></p>\n<div><b>markup</b></div>\n',
    );
  });
});

describe('of data without one main record', () => {
  it('takes all its prose, once each, and nothing that is no prose', () => {
    const sentence = (name: string) => `${name} is a sentence that is long enough to be prose.`;
    const { html } = contentOfState([
      { a: sentence('One'), b: { c: sentence('One'), d: [sentence('Two'), sentence('Three')] } },
      {
        url: 'https://a.test/a b c d e f g h i',
        code: 'function () { return a + b + c + d + e + f }',
        label: 'a label',
      },
    ]);
    expect(html?.match(/\w+(?= is a sentence)/g)).toEqual(['One', 'Two', 'Three']);
    expect(html).not.toMatch(/a\.test|function|label/);
  });

  it('reads the trees that editors keep', () => {
    const text = (value: string) => ({ nodeType: 'text', value: `${value} ${'word '.repeat(20)}` });
    const content = { nodeType: 'document', content: [{ content: [text('First')] }, { content: [text('Second')] }] };
    const { title, html } = contentOfState([{ posts: [{ title: 'Rich', content }] }]);
    expect(title).toBe('Rich');
    expect(html).toMatch(/First[\s\S]*Second/);
  });
});

describe('hostile data', () => {
  it('never throws, and is done soon', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void contentOfState([value])));
    let deep: unknown = { title: 'T', content: BODY };
    for (let depth = 0; depth < 50_000; depth += 1) deep = { title: 'T', content: deep };
    const wide = {
      title: 'T',
      content: Array.from({ length: 300_000 }, (_, index) => ({ title: `${index}`, content: [index] })),
    };
    const circular: Record<string, unknown> = { title: 'T' };
    circular['content'] = [circular, Array.from({ length: 3_000 }, () => circular)];
    const started = performance.now();
    for (const value of [
      deep,
      wide,
      circular,
      Array.from({ length: 3_000 }, () => ({ title: 'T', body: BODY.repeat(20) })),
    ])
      contentOfState([value]);
    for (const piece of [
      'window.__A_STATE__={a:"',
      'self.__next_f.push([1,"0:',
      'data:[kit.start(',
      '<script>',
      'window.__NUXT__=(function(a){return ',
    ]) {
      readHydrationState(`<script>${piece.repeat(2_000_000 / piece.length)}`);
    }
    const rows = `<script>self.__next_f.push(${json([1, `0:${'["$","p",null,{"children":'.repeat(5_000)}1${'}]'.repeat(5_000)}\n${'1:"$1"\n'.repeat(9_000)}2:Tffffffff,`])})</script>`;
    readHydrationState(rows);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('looks no longer at a text that stands in thousands of places', () => {
    const text = 'word '.repeat(200_000);
    const records = Array.from({ length: 2_000 }, () => ({ title: 't', content: text }));
    expect(contentOfState([records]).html).toContain('word word');
    const letters = 'x'.repeat(1_000_000);
    expect(contentOfState([Array.from({ length: 20_000 }, () => letters)])).toEqual({});
    expect(contentOfState([Array.from({ length: 20_000 }, () => ({ title: letters, name: letters }))])).toEqual({});
  });

  it('makes no more of a payload than a page', () => {
    const mention = '["$","p",null,{"dangerouslySetInnerHTML":{"__html":"$1"}}]';
    const rows = `1:T${(100_000).toString(16)},${'y'.repeat(100_000)}\n0:[${Array(9_000).fill(mention).join(',')}]\n`;
    const html = readHydrationState(script(`self.__next_f.push(${json([1, rows])})`))?.html ?? '';
    expect(html).toContain('yyy');
    expect(html.length).toBeLessThan(10_000_000);
  });

  it('keeps its keys to itself', () => {
    readHydrationState(script('window.__A_STATE__={"__proto__":{"polluted":1}}'));
    readHydrationState(block('__NUXT_DATA__', [{ __proto__: 1 }, { polluted: 2 }, 1]));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('does not run a program', () => {
    const html = script(`window.__NUXT__=(function(){globalThis.ran=1;return {data:1}})();window.__A_STATE__=run()`);
    expect(readHydrationState(html)).toBeUndefined();
    expect(Reflect.get(globalThis, 'ran')).toBeUndefined();
  });
});
