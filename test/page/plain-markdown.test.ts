import { describe, expect, it } from 'vitest';
import { plainMarkdown } from '#src/page/plain-markdown.js';
import { extract } from '#src/reader/extract.js';

const PAGE = 'https://e.com/dir/';

describe('Markdown without a tree', () => {
  it.each([
    [
      'keeps links',
      '<p>See <a href="a?b&amp;c">the   ropes</a> first',
      'See [the ropes](https://e.com/dir/a?b&c) first',
    ],
    ['keeps headings', '<h2 class=x>Ropes</h2>text<h3></h3>', '## Ropes\n\ntext'],
    ['follows the base', '<base href="/other/"><a href="a">A</a>', '[A](https://e.com/other/a)'],
    ['keeps the text of what leads nowhere', '<a name=x>A</a> <a href="javascript:b()">B</a>', 'A B'],
    ['ends a link with its line', '<a href="/a"><div>one</div><div>two</div></a>', '[one](https://e.com/a)\n\ntwo'],
    ['ends a link that nothing ends', '<a href="/a">A <a href="/b">B</a>', '[A](https://e.com/a) [B](https://e.com/b)'],
    ['leaves out scripts', '<script>x("<a href=/a>A</a>")</script>b', 'b'],
    ['escapes what would be markup', '<p>*a* <a href="/a">[b]</a>', '\\*a\\* [\\[b\\]](https://e.com/a)'],
  ])('%s', (_what, html, markdown) => {
    expect(plainMarkdown(html, PAGE).markdown).toBe(markdown);
  });

  it('lists the links, once each, with the first text that says anything', () => {
    expect(plainMarkdown('<a href="/a"><img></a><a href="/a">A</a><a href="/a">B</a>', PAGE).links).toEqual([
      { url: 'https://e.com/a', text: 'A' },
    ]);
  });

  it('stands in for the document of 200,000 links, which no tree of it would fit a thread', async () => {
    const items = Array.from({ length: 200_000 }, (_, i) => `<p><a href="/${i}">Page ${i}</a></p>`);
    const { title, markdown, links, warnings } = await extract(`<title>All</title><h1>All</h1>${items.join('')}`, {
      url: PAGE,
      timeoutMs: 0,
    });
    expect(title).toBe('All');
    expect(markdown.startsWith('# All\n\n[Page 0](https://e.com/0)\n\n[Page 1]')).toBe(true);
    expect(links.length).toBe(200_000);
    expect(links.at(-1)).toEqual({ url: 'https://e.com/199999', text: 'Page 199999' });
    expect(warnings).toHaveLength(1);
  }, 60_000);
});
