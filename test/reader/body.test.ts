import { describe, expect, it } from 'vitest';
import type { ContentOptions } from '#src/page/content-options.js';
import { readBody } from '#src/reader/body.js';
import { contentOf } from '#src/reader/content.js';
import type { LoadedDocument } from '#src/reader/reader.js';

function documentOf(
  contentType: string,
  body: string | Uint8Array,
  fields: Partial<LoadedDocument> = {},
): LoadedDocument {
  return {
    url: 'https://e.com/dir/doc',
    requestedUrl: 'https://e.com/dir/doc',
    redirects: [],
    statusCode: 200,
    headers: {},
    contentType,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    sizeCapped: false,
    rendered: false,
    refusals: [],
    warnings: [],
    loadMs: 1,
    ...fields,
  };
}

const CONTENT = contentOf({}, 'test');

function read(contentType: string, body: string | Uint8Array, fields?: Partial<LoadedDocument>) {
  return readBody(documentOf(contentType, body, fields), { content: CONTENT, timeoutMs: 15_000 });
}

/** A PDF of one page that shows `text`, with a table of contents that readers rebuild when it is missing. */
function pdfOf(text: string, title: string): Buffer {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Title(${title})>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R/Info 6 0 R/Size 7>>\n%%EOF`, 'latin1');
}

describe('HTML', () => {
  it('becomes Markdown, with what else the page has', async () => {
    const content = await read('text/html', '<title>T</title><p>Hi <img src="i.png" alt="I"> <a href="/x">x</a>');
    expect(content).toMatchObject({
      mediaType: 'text/html',
      title: 'T',
      text: 'Hi ![I](https://e.com/dir/i.png) [x](https://e.com/x)',
      images: [{ url: 'https://e.com/dir/i.png', alt: 'I' }],
      links: [{ url: 'https://e.com/x', text: 'x' }],
      html: '<title>T</title><p>Hi <img src="i.png" alt="I"> <a href="/x">x</a>',
      warnings: [],
    });
  });

  it('is decoded by what its head declares', async () => {
    const body = Buffer.concat([Buffer.from('<meta charset="gbk"><p>'), Buffer.from([0xbc, 0xf2, 0xcc, 0xe5])]);
    expect(await read('text/html', body)).toMatchObject({ text: '简体', html: '<meta charset="gbk"><p>简体' });
  });

  it('that a browser rendered is a string already', async () => {
    const content = await read('text/html', '', { body: '<meta charset="gbk"><p>Größe', rendered: true });
    expect(content).toMatchObject({ text: 'Größe', html: '<meta charset="gbk"><p>Größe' });
  });

  it('may be XHTML, in which an element closes itself', async () => {
    const xhtml =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/></head><body><a id="t"/><p>text</p></body></html>';
    expect((await read('application/xhtml+xml', xhtml)).text).toBe('text');
  });

  it('cut at the byte limit is read as far as it goes', async () => {
    expect((await read('text/html', '<p>one</p><p>tw', { sizeCapped: true })).text).toBe('one\n\ntw');
  });

  it('without a declared type is told by its start', async () => {
    expect(await read('', '<!doctype html><p>x')).toMatchObject({ mediaType: '', text: 'x' });
  });
});

describe('other text', () => {
  it.each([
    ['JSON loses its spaces', 'application/json', '{"a": [1, 2]}', '{"a":[1,2]}'],
    ['JSON keeps its letters', 'application/problem+json; charset=utf-8', '{"ä": "ö"}', '{"ä":"ö"}'],
    ['invalid JSON stays', 'application/json', '{"a": ', '{"a": '],
    ['plain text stays, also when it is about HTML', 'text/plain', '<html> <b>x</b>\n', '<html> <b>x</b>\n'],
    ['CSV stays', 'text/csv', 'a, b\n', 'a, b\n'],
    ['XML stays', 'application/xml', '<a>\n <b/>\n</a>', '<a>\n <b/>\n</a>'],
    ['Markdown stays', 'text/markdown', '# T\n\n*x*', '# T\n\n*x*'],
    ['text without a type stays', '', 'just text', 'just text'],
  ])('%s', async (_name, type, body, text) => {
    expect((await read(type, body)).text).toBe(text);
  });

  it('is decoded by its header', async () => {
    expect((await read('text/plain; charset=iso-8859-1', Buffer.from([0x93, 0xe9]))).text).toBe('“é');
  });

  it('that is XML is decoded by its declaration', async () => {
    const xml = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="koi8-r"?><a>'),
      Buffer.from([0xc1]),
      Buffer.from('</a>'),
    ]);
    expect((await read('text/xml', xml)).text).toContain('<a>а</a>');
  });

  it('that is Markdown has the title of its first heading', async () => {
    expect((await read('text/markdown', 'intro\n\n## The *title* ##\n\n# Other')).title).toBe('The *title*');
  });

  it('larger than can be decoded in passing gives the same', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ({ id: i, name: `ü${i}` }));
    const content = await read('application/json', JSON.stringify(rows, null, 1));
    expect(content.text).toBe(JSON.stringify(rows));
    expect((await read('text/plain', 'é'.repeat(200_000))).text).toBe('é'.repeat(200_000));
  });

  it('that nests too deep for a JSON writer is no trouble', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect((await read('application/json', deep)).text).toHaveLength(100_000);
  });
});

describe('feeds', () => {
  it('of RSS read as their entries', async () => {
    const rss = `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News</title><link>https://e.com/</link><description>All of it</description>
      <item><title>One &amp; two</title><link>/one</link><pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate><description>short</description><content:encoded><![CDATA[<p>Long <b>text</b> <img src="i.png"></p>]]></content:encoded></item>
      <item><guid>x</guid><description>&lt;p&gt;Escaped&lt;/p&gt;</description></item></channel></rss>`;
    expect(await read('application/rss+xml', rss)).toMatchObject({
      mediaType: 'application/rss+xml',
      title: 'News',
      text: 'All of it\n\n## [One & two](https://e.com/one)\n\nMon, 06 May 2024 10:00:00 GMT\n\nLong **text** ![](https://e.com/i.png)\n\n## Untitled\n\nEscaped',
    });
  });

  it('of Atom read as their entries, whatever type they are sent as', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><link rel="self" href="/feed"/><link href="https://e.com/blog/"/>
      <entry><title>E</title><link rel="alternate" href="e1"/><author><name>Ann</name></author><updated>2024-01-02</updated><summary type="text">1 &lt; 2</summary></entry></feed>`;
    expect(await read('text/xml', atom)).toMatchObject({
      title: 'A',
      text: '## [E](https://e.com/blog/e1)\n\n2024-01-02 · Ann\n\n1 < 2',
    });
  });

  it('that are broken show their XML', async () => {
    const content = await read('application/rss+xml', '<rss><channel><title>A & B</title>');
    expect(content.text).toBe('<rss><channel><title>A & B</title>');
    expect(content.warnings).toHaveLength(1);
  });
});

describe('PDF', () => {
  it('reads as its text, with its title', async () => {
    const content = await read('application/pdf', pdfOf('Hello from a PDF', 'The Report'));
    expect(content).toEqual({
      mediaType: 'application/pdf',
      title: 'The Report',
      text: 'Hello from a PDF',
      warnings: [],
    });
  });

  it('is known by its start when its type says nothing', async () => {
    expect((await read('application/octet-stream', pdfOf('Hello', 'T'))).text).toBe('Hello');
  });

  it.each([
    ['broken', 'not a pdf', {}],
    ['cut at the byte limit', '%PDF-1.4', { sizeCapped: true }],
  ])('that is %s is named and not shown', async (_name, body, fields) => {
    const content = await read('application/pdf', body, fields);
    expect(content.text).toBe(`(binary content not shown: application/pdf, ${body.length} bytes)`);
    expect(content.warnings).toHaveLength(1);
  });
});

describe('binary content', () => {
  it.each([
    ['image/png', 'image/png'],
    ['application/octet-stream', 'application/octet-stream'],
    ['', 'unknown type'],
  ])('of type %j is named and not shown', async (type, shown) => {
    expect((await read(type, Uint8Array.from([1, 0, 2]))).text).toBe(`(binary content not shown: ${shown}, 3 bytes)`);
  });
});

describe('a body that is not HTML', () => {
  const readWith = (options: ContentOptions, type: string, body: string) =>
    readBody(documentOf(type, body), { content: contentOf(options, 'test'), timeoutMs: 15_000 });

  it.each([
    ['application/json', '{"a":1}', '{"a":1}'],
    ['text/plain', 'as it is', 'as it is'],
    ['text/markdown', 'a [b](https://e.com/)', 'a [b](https://e.com/)'],
  ])('of type %s is given whole, and says that selectors have no say in it', async (type, body, text) => {
    for (const options of [{ include: ['p'] }, { exclude: ['p'] }]) {
      const content = await readWith(options, type, body);
      expect(content.text).toBe(text);
      expect(content.warnings).toEqual([expect.stringContaining(type)]);
    }
  });

  it('gets its links referenced where we write them, and says so where the server did', async () => {
    const feed =
      '<rss><channel><title>F</title><item><title>One</title><link>https://e.com/1</link></item></channel></rss>';
    const read = await readWith({ links: 'referenced' }, 'application/rss+xml', feed);
    expect(read.text).toMatch(/\[One\]\[1\][\s\S]*\n\n\[1\]: https:\/\/e\.com\/1$/);
    expect(read.warnings).toEqual([]);
    const written = await readWith({ links: 'referenced' }, 'text/markdown', '[a](https://e.com/)');
    expect(written).toMatchObject({ text: '[a](https://e.com/)', warnings: [expect.stringContaining('Markdown')] });
  });
});

describe('an abort', () => {
  it.each(['text/html', 'text/plain', 'application/rss+xml', 'application/pdf'])(
    'of reading %s rejects with its reason',
    async (type) => {
      const reason = new Error('stop');
      const options = { content: CONTENT, timeoutMs: 15_000, signal: AbortSignal.abort(reason) };
      await expect(readBody(documentOf(type, '<rss/>'), options)).rejects.toBe(reason);
    },
  );

  it('while a page is being read rejects with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const body = '<p>x'.repeat(200_000);
    const reading = readBody(documentOf('text/html', body), {
      content: CONTENT,
      timeoutMs: 15_000,
      signal: controller.signal,
    });
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});
