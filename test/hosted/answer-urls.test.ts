import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { type AnswerUrl, answerUrls } from '#src/hosted/answer-urls.js';

const found = (text: string, ...where: AnswerUrl['where'][]) =>
  answerUrls(text)
    .filter((url) => where.includes(url.where))
    .map(({ url }) => url);

describe('a URL that is written out', () => {
  it.each([
    ['(see https://a.com/x).', 'https://a.com/x'],
    ['https://a.com.', 'https://a.com'],
    ['https://a.com, and', 'https://a.com'],
    ['"https://a.com/x"', 'https://a.com/x'],
    ["'https://a.com/x'", 'https://a.com/x'],
    ['**https://a.com/x**', 'https://a.com/x'],
    ['`https://a.com/x`', 'https://a.com/x'],
    ['| https://a.com/x|', 'https://a.com/x'],
    ['<a href="https://a.com/x">', 'https://a.com/x'],
    ['<img src=https://a.com/x>', 'https://a.com/x'],
    ['https://a.com/x!?', 'https://a.com/x'],
    ['https://a.com/wiki/A_(b)', 'https://a.com/wiki/A_(b)'],
    ['(https://a.com/wiki/A_(b))', 'https://a.com/wiki/A_(b)'],
    ['HTTPS://A.com/x', 'HTTPS://A.com/x'],
    ['ftp://a.com/x', 'ftp://a.com/x'],
    ['http://[2001:db8::1]:80/x', 'http://[2001:db8::1]:80/x'],
    ['https://a.com:8443/x', 'https://a.com:8443/x'],
    ['https://web.example/https://a.com/', 'https://web.example/https://a.com/'],
    ['[https://a.com/x][1]', 'https://a.com/x'],
    ['{"url":"https:\\/\\/a.com\\/x"}', 'https:\\/\\/a.com\\/x'],
    ['https://user:secret@a.com/', 'https://user:secret@a.com/'],
    // With the letters that case folding has beyond ASCII at its end.
    ['https://a.news', 'https://a.news'],
    ['https://a.link/x\u200bhttps', 'https://a.link/x'],
    ['请看 https://a.com。更多', 'https://a.com'],
    ['https://a.com/x，更多', 'https://a.com/x'],
    ['https://a.comを参照', 'https://a.com'],
    ['https://例え.jp/x', 'https://例え.jp/x'],
    ['https://evil。com', 'https://evil。com'],
  ])('%j is found without what is around it', (text, url) => {
    expect(found(text, 'text')).toEqual([url]);
  });

  it('is found in a list without spaces', () => {
    expect(found("'https://a.com','https://b.com' https://c.com,https://d.com", 'text')).toEqual([
      'https://a.com',
      'https://b.com',
      'https://c.com',
      'https://d.com',
    ]);
  });

  it.each([
    "https://a.com'@evil.com/",
    'https://a.com,b@evil.com/',
    'https://a.com]@evil.com/',
    'https://a.com：@evil.com/',
  ])('in %j is what it looks like, and what a browser takes it for', (text) => {
    expect(found(text, 'text').sort()).toEqual(['https://a.com', text]);
  });

  it.each(['mailto:a@b.com', 'javascript:alert(1)', 'https', 'https:', 'a://b'])('is not %j', (text) => {
    expect(found(text, 'text', 'link')).toEqual([]);
  });
});

describe('a Markdown link', () => {
  it.each([
    ['[a](https://a.com/x)', 'https://a.com/x'],
    ['[a](https://a.com/x "A title")', 'https://a.com/x'],
    ["[a]( https://a.com/x 'A title' )", 'https://a.com/x'],
    ['[a](<https://a.com/x y>)', 'https://a.com/x y'],
    ['![a](https://a.com/x.png)', 'https://a.com/x.png'],
    ['[a](https://a.com/A_(b))', 'https://a.com/A_(b)'],
    ['[a [b]](https://a.com/x)', 'https://a.com/x'],
    ['[a][1]\n\n[1]: https://a.com/x', 'https://a.com/x'],
    ['[1]: <https://a.com/x> "A title"', 'https://a.com/x'],
    ["> [1]: https://a.com/x 'A title'", 'https://a.com/x'],
    ['[1]: https://a.com/x.', 'https://a.com/x'],
    ['<https://a.com/x>', 'https://a.com/x'],
    ['[a](//a.com/x)', '//a.com/x'],
    ['[a](https:a.com)', 'https:a.com'],
    ['[a](https&#58;&#x2f;/a&period;com)', 'https://a.com'],
    ['[a](https://a\\.com/x)', 'https://a.com/x'],
    ['[a](https://b.example/?q=1&amp;r=2)', 'https://b.example/?q=1&r=2'],
  ])('%j leads to %s', (text, url) => {
    expect(found(text, 'link', 'text')).toEqual([url]);
    expect(found(text, 'link')).toEqual([url]);
  });

  it('counts once for its target and once for a URL that is its label', () => {
    expect(answerUrls('[https://a.com/x](https://b.com/y)')).toEqual([
      { url: 'https://a.com/x', where: 'text' },
      { url: 'https://b.com/y', where: 'link' },
    ]);
  });

  it.each(['[a](/x)', '[a](x.html)', '[a](#x)', '[a](mailto:a@b.com)'])('%j leads to no other site', (text) => {
    expect(found(text, 'link', 'text')).toEqual([]);
  });

  it.each(['[a](https://a.com/x "never closed', '[a](<https://a.com/x', '<https://a.com/x', '[1]: <https://a.com/x>['])(
    '%j is none: the URL is text',
    (text) => {
      expect(answerUrls(text)).toEqual([{ url: 'https://a.com/x', where: text.startsWith('[1]') ? 'link' : 'text' }]);
    },
  );

  it('a footnote and a line that goes on are text', () => {
    expect(answerUrls('[^1]: https://a.com, read today\n[2]: https://b.com, read today')).toEqual([
      { url: 'https://a.com', where: 'text' },
      { url: 'https://b.com', where: 'text' },
    ]);
  });
});

describe('a mention', () => {
  it.each([
    ['as example.com says', 'example.com'],
    ['at Example.COM.', 'Example.COM'],
    ['(www.example.com)', 'www.example.com'],
    ['example.com/private/a, for one', 'example.com/private/a'],
    ['_example.com_ **b**', 'example.com'],
    ['joe@example.com', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    ['请看example.com了解', 'example.com'],
    ['bücher.example', 'bücher.example'],
    ['[a](example.com/x)', 'example.com/x'],
    ['config.py', 'config.py'],
  ])('in %j is %s', (text, host) => {
    expect(found(text, 'mention')).toEqual([host]);
  });

  it.each(['https://example.com/a.b', '[a](https://example.com/a.b)', 'no dots here', '...', '1. 2. 3.', 'a/b/c.d'])(
    'is not in %j',
    (text) => {
      expect(found(text, 'mention')).toEqual([]);
    },
  );
});

describe('whatever the text,', () => {
  const pieces = fc.constantFrom(
    // Nothing that ends in a letter: a URL right behind it would be none to Markdown, and is to us.
    ...[
      'https://a.com',
      'http://b.com/1',
      '//c.com/',
      '<https://d.com>',
      'https://u@e.com:80',
      '@f.com/',
      '/1',
      '?q=1',
    ],
    ...['[', ']', '(', ')', '<', '>', '](', '](<', '![', '[r]: ', '&#46;', '&colon;', '&amp;', '"', "'", '`', '|', '#'],
    ...[
      ' ',
      '\n',
      '\n\n',
      '    ',
      '> ',
      '1. ',
      '**',
      ':',
      '.',
      ',',
      ';',
      '!',
      '用',
      '。',
      '：',
      '…',
      '\u00ad',
      '\u200b',
    ],
  );

  it('the host of every link that Markdown makes of it is among those found', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 9 }), (parts) => {
        const text = parts.join('');
        const ours = new Set(answerUrls(text).map(({ url }) => hostOf(url)));
        expect([...linkedHosts(text)].filter((host) => !ours.has(host))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Of a URL that leads to another site by itself; a host with letters that no host name has is nobody's. */
function hostOf(url: string): string | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const host = new URL(absolute).host.replace(/\.$/, '');
  return /^[a-z\d.:-]+$/.test(host) && !host.includes('xn--') ? host : undefined;
}

function linkedHosts(text: string): Set<string> {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const targets = Array.from(html.matchAll(/(?:href|src)="([^"]*)"/g), ([, target = '']) => hostOf(target));
  return new Set(targets.filter((host) => host !== undefined));
}
