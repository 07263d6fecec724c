import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageFileNames, pageFile } from '#src/crawl/page-file.js';

const nameOf = (url: string) => new PageFileNames().take(url);

describe('the name of a page’s file', () => {
  it.each([
    ['https://example.com/', 'example.com.md'],
    ['https://example.com/docs/guide', 'example.com__docs__guide.md'],
    ['https://example.com:8443/a.html', 'example.com_8443__a.html.md'],
  ])('of %s is %s', (url, name) => {
    expect(nameOf(url)).toBe(name);
  });

  it.each([
    ['a query', 'https://example.com/?a=1'],
    ['capitals, which some systems do not tell from small letters', 'https://example.com/Docs'],
    ['another scheme', 'http://example.com/'],
    ['what is not Latin', 'https://example.com/%E2%82%AC'],
    ['a slash at its end', 'https://example.com/docs/'],
    ['a name of a device', 'https://con/'],
    ['more letters than a name may have', `https://example.com/${'x'.repeat(500)}`],
  ])('has a hash in it where it does not tell %s', (_, url) => {
    expect(nameOf(url)).toMatch(/^[a-z\d][a-z\d._-]*-[\da-f]{12}\.md$/);
  });

  it('is no path, no hidden file, no device, and fits, whatever the URL', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (url) => {
        const name = nameOf(url);
        expect(name).toMatch(/^[a-z\d][a-z\d._-]*\.md$/);
        expect(name.length).toBeLessThan(150);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./);
      }),
    );
  });

  it('is given once, also where a readable name was taken before', () => {
    const names = new PageFileNames();
    const urls = ['https://e.example/a/b', 'https://e.example/a__b', 'https://e.example/A/b', 'http://e.example/a/b'];
    expect(new Set(urls.map((url) => names.take(url))).size).toBe(urls.length);
  });

  it('is not given again when a crawl goes on', () => {
    const names = new PageFileNames();
    names.mark('e.example__a__b.md');
    expect(names.take('https://e.example/a/b')).not.toBe('e.example__a__b.md');
  });
});

describe('the front matter of a page’s file', () => {
  const front = {
    url: 'https://e.example/',
    status: 200,
    depth: 0,
    fetchedAt: '2026-01-01T00:00:00.000Z',
    hash: 'sha256:0',
  };

  /** Each key has one line, and its value is JSON, which every reader of YAML reads. */
  const parse = (file: string) => {
    const [, head = '', text] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(file) ?? [];
    const lines = head.split(/[\n\r\u0085\u2028\u2029]/).map((line) => /^([a-zA-Z]+): (.*)$/.exec(line));
    return { values: Object.fromEntries(lines.map((line) => [line?.[1], JSON.parse(line?.[2] ?? '')])), text };
  };

  it('holds a hostile title as one value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const { values } = parse(pageFile({ ...front, title }, 'text'));
        expect(values).toEqual({ ...front, title });
      }),
    );
  });

  it.each([
    '"\n---\nstatus: 500',
    'a: b',
    '- x',
    '!!js/function "x"',
    '\u2028url: "x"',
    '\u0085url: x',
    '*alias',
    '%TAG',
    'no',
  ])('is not broken out of by %j', (title) => {
    expect(parse(pageFile({ ...front, title }, 'text')).values).toEqual({ ...front, title });
  });

  it('comes before the text', () => {
    expect(parse(pageFile(front, '# Title\n\n---\n\nMore\n\n')).text).toBe('# Title\n\n---\n\nMore\n');
  });
});
