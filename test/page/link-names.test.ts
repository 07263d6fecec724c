import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { parseDocument } from '../support/dom.js';

function read(links: string): { markdown: string; texts: string[] } {
  const { markdown, links: found } = extractDocument(parseDocument(`<main><p>See ${links}</p></main>`), {
    url: 'https://e.com/',
  });
  return { markdown, texts: found.map(({ text }) => text) };
}

describe('a link that shows a sign alone', () => {
  it.each([
    ['its label', '<a href="/x" aria-label="Our  feed"><svg></svg></a>'],
    ['its title', '<a href="/x" title="Our feed"><i class="icon"></i></a>'],
    ['the title of its drawing', '<a href="/x"><svg><title>Our feed</title><path/></svg></a>'],
    ['the label of its sign', '<a href="/x"><span role="img" aria-label="Our feed"></span></a>'],
  ])('is named by %s', (_what, link) => {
    expect(read(link)).toEqual({ markdown: 'See [Our feed](https://e.com/x)', texts: ['Our feed'] });
  });

  it('gives its name to an image that has none', () => {
    expect(read('<a href="/x" aria-label="Our feed"><img src="/i.png" alt=""></a>')).toEqual({
      markdown: 'See [![Our feed](https://e.com/i.png)](https://e.com/x)',
      texts: ['Our feed'],
    });
  });

  it('keeps the text of its image', () => {
    expect(read('<a href="/x" title="Feed"><img src="/i.png" alt="Rope"></a>').markdown).toBe(
      'See [![Rope](https://e.com/i.png)](https://e.com/x "Feed")',
    );
  });

  it('is not named where another link beside it says the same', () => {
    expect(read('<a href="/x">Ropes</a><a href="/x" aria-label="Read more about ropes"></a>').markdown).toBe(
      'See [Ropes](https://e.com/x)',
    );
  });

  it('is not named within the page', () => {
    expect(read('the ropes. <a href="#top" aria-label="To the top"><svg></svg></a>').markdown).toBe('See the ropes.');
  });

  it('keeps the text that it has', () => {
    expect(read('<a href="/x" aria-label="Our feed">Feed</a>').markdown).toBe('See [Feed](https://e.com/x)');
  });
});
