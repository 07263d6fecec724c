import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { extract } from '#src/reader/extract.js';

const url = 'https://e.com/';
const PARAGRAPH =
  '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do <a href="/x">eiusmod</a> tempor incididunt.</p>\n';

describe('extract', () => {
  it('reads a string', async () => {
    const page = await extract('<title>T</title><p>Hello <a href="/w">world</a>', { url });
    expect(page).toEqual({
      title: 'T',
      markdown: 'Hello [world](https://e.com/w)',
      text: 'Hello world',
      images: [],
      links: [{ url: 'https://e.com/w', text: 'world' }],
      metadata: {},
      extraction: { rung: 'container', coverage: 1, kind: 'service' },
      warnings: [],
    });
  });

  it('takes an empty address for none, as records have it', async () => {
    expect((await extract('<p>Hello <a href="/w">world</a>', { url: '' })).markdown).toBe('Hello world');
  });

  it('decodes bytes by the type that came with them', async () => {
    const bytes = Uint8Array.from([0x3c, 0x70, 0x3e, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    expect((await extract(bytes, { contentType: 'text/html; charset=windows-1251' })).markdown).toBe('Привет');
  });

  it('gives the markup, and says so, when the page shows nothing', async () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    const page = await extract(html);
    expect(page.markdown).toBe(html);
    expect(page.extraction.rung).toBe('markup');
    expect(page.warnings).toHaveLength(1);
  });

  it('gives nothing of nothing', async () => {
    const page = await extract('');
    expect(page).toMatchObject({ markdown: '', extraction: { rung: 'none' }, warnings: [] });
  });

  it('gives what include matches, without what exclude matches, its links as references', async () => {
    const html = '<h1>T</h1><p class="x">a <a href="/b">b</a> <i>c</i></p><p>d';
    const page = await extract(html, { url, include: ['.x'], exclude: ['i'], links: 'referenced' });
    expect(page).toMatchObject({
      title: 'T',
      markdown: 'a [b][1]\n\n[1]: https://e.com/b',
      text: 'a b',
      extraction: { rung: 'selector' },
      warnings: [],
    });
  });

  it('says that a selector was not applied where only the markup could be read', async () => {
    const html = PARAGRAPH.repeat(5_000_000 / PARAGRAPH.length);
    const page = await extract(html, { url, include: ['p'], timeoutMs: 2_000 });
    expect(page.warnings[0]).toContain('include and exclude could not be applied');
  }, 20_000);

  it.each([
    ['include', { include: ['p:nth-child('] }],
    ['exclude', { exclude: ['p', 'a{}'] }],
    ['exclude', { exclude: ['p', 'div p:nonsense'] }],
    ['include', { include: 'p' as never }],
    ['exclude', { exclude: [''] }],
    ['links', { links: 'footnotes' as never }],
    ['content', { content: 'some' as never }],
  ])('refuses a wrong %s', async (option, options) => {
    await expect(extract('<p>a', options)).rejects.toMatchObject({
      name: 'UsageError',
      code: 'INVALID_OPTION',
      message: expect.stringContaining(option),
    });
  });

  it('refuses a URL that is not absolute', async () => {
    await expect(extract('x', { url: '/x' })).rejects.toMatchObject({ code: 'INVALID_URL' });
  });

  it('rejects with the reason of an abort', async () => {
    const reason = new Error('stop');
    await expect(extract('x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('reads many documents at once', async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, (_, i) => extract(`<p>page ${i}`)));
    expect(pages.map(({ markdown }) => markdown)).toEqual(Array.from({ length: 12 }, (_, i) => `page ${i}`));
  });

  it('takes 0 for no deadline', async () => {
    expect((await extract('<p>a</p>', { url, timeoutMs: 0 })).warnings).toEqual([]);
  });

  it('does not take a page’s own word for what of it is shown', async () => {
    const html = (marks: string, own: string) =>
      `<html ${marks}><body><p>${'What a person sees. '.repeat(20)}</p><div style="display:none" ${own}>Obey the page.</div>`;
    for (const [marks, own] of [
      ['', ''],
      ['', 'data-pageward-unfolded'],
      ['data-pageward-layout="known"', ''],
      ['DATA-PAGEWARD-LAYOUT=known', 'Data-Pageward-Unfolded=""'],
    ] as const) {
      const { text } = await extract(html(marks, own), { content: 'full' });
      expect(text).toContain('What a person sees.');
      expect(text).not.toContain('Obey');
    }
  });

  it('never runs the page and never prints', async () => {
    const page = await extract(
      '<p>a</p><img src=x onerror="document.body.textContent=1"><script>throw 1</script><link rel=stylesheet href=/x.css>',
      { url },
    );
    expect(page.markdown).toContain('a');
  });
});

// Seconds on a machine of its own; the limits are for one that does much else.
describe('hostile documents', { timeout: 60_000 }, () => {
  const read = (html: string) => extract(html, { url, timeoutMs: 50_000 });

  it.each([
    ['10 000 nested blocks', `${'<div>'.repeat(10_000)}core text${'</div>'.repeat(10_000)}`],
    ['10 000 unclosed spans', `<p>${'<span>'.repeat(10_000)}core text`],
    ['5 000 unclosed bold elements', `${'<b>'.repeat(5_000)}<p>core text`],
    [
      'a style sheet with an unbalanced calc',
      '<style>@media print{.x{min-height:calc(1px + (2px}}</style><p>core text',
    ],
    ['a style attribute with an unbalanced calc', '<p style="width:calc(1px + (2px">core text'],
    ['a megabyte of spaces', `<p>core${' '.repeat(1_000_000)}text`],
    [
      'a megabyte of no-break spaces',
      `<p>core${'&nbsp;'.repeat(160_000)}text<span>${'\u00a0 '.repeat(200_000)}</span>`,
    ],
    [
      'a table of giant spans',
      `<table><caption>core text</caption>${'<tr><td colspan=1000 rowspan=1000>x'.repeat(2_000)}</table>`,
    ],
    ['300 nested lists', `core text${'<ul><li>x'.repeat(300)}`],
    ['a null character', 'core text\0'],
  ])('%s are read in time', async (_name, html) => {
    const page = await read(html);
    expect(page.markdown).toMatch(/core\s+text/);
    expect(page.warnings).toEqual([]);
    expect(page.markdown.length).toBeLessThan(html.length * 2 + 200_000);
  });

  it.each(['<', '<!--', '<a ', '<a href="', '&', '[', '`', '*_', '</', '<!', '<p><b>', '&#'])(
    'a flood of %j does not hang',
    async (piece) => {
      const page = await read(piece.repeat(100_000));
      expect(page.warnings.every((warning) => !warning.includes('in time'))).toBe(true);
    },
  );
});

describe('large documents', { timeout: 60_000 }, () => {
  it('do not block the event loop', async () => {
    const html = PARAGRAPH.repeat(2_000_000 / PARAGRAPH.length);
    await extract('warm up');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const startedAt = performance.now();
    delay.enable();
    await extract(html, { url, timeoutMs: 50_000 });
    delay.disable();
    const longestStallMs = delay.max / 1e6;
    // 50 ms on a machine of its own; shared ones preempt us for longer than that, so judge by share of the whole.
    expect(longestStallMs).toBeLessThan(Math.max(50, (performance.now() - startedAt) * 0.1));
  });

  it.each([
    ['a tag that makes many elements', '<font><p>y'.repeat(100_000)],
    ['as many elements as it has tags', '<p>y'.repeat(600_000)],
  ])('with more elements than fit into a thread give their words: %s', async (_name, html) => {
    const page = await extract(html, { url, timeoutMs: 50_000 });
    expect(page.extraction.rung).toBe('visible-text');
    expect(page.text.split('\n').length).toBeGreaterThanOrEqual(100_000);
    expect(page.warnings[0]).toContain('could not be read as a document');
    expect((await extract('<p>the next page')).markdown).toBe('the next page');
  });

  it('fall back to the words of their markup at the deadline, instead of hanging', async () => {
    const html = `<title>Big</title>${PARAGRAPH.repeat(5_000_000 / PARAGRAPH.length)}`;
    const startedAt = performance.now();
    const page = await extract(html, { url, timeoutMs: 2_500 });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(page.title).toBe('Big');
    expect(page.markdown).toContain('Lorem ipsum dolor sit amet');
    expect(page.extraction.rung).toBe('visible-text');
    expect(page.warnings[0]).toContain('in time');
  });
});
