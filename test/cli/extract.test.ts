import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';

const PAGE = '<title>T</title><main><h2>Head</h2><p>Words with <a href="/a">a link</a> in them.</p></main>';

describe('pageward extract', () => {
  it('turns HTML on stdin into Markdown, links resolved against --url', async () => {
    const { code, stdout, stderr } = await runCli(['extract', '--url', 'https://example.com/x'], { stdin: PAGE });
    expect(stdout).toBe('## Head\n\nWords with [a link](https://example.com/a) in them.\n');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('decodes bytes as the document says', async () => {
    const stdin = Buffer.from('<meta charset="windows-1252"><p>caf\xe9 au lait</p>', 'latin1');
    expect((await runCli(['extract'], { stdin })).stdout).toContain('café au lait');
  });

  it('prints the whole extraction with --json', async () => {
    const { stdout } = await runCli(['extract', '--json', '--url', 'https://example.com/'], { stdin: PAGE });
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'T',
      markdown: expect.stringContaining('## Head'),
      text: expect.stringContaining('Words with a link in them.'),
      links: [{ url: 'https://example.com/a', text: 'a link' }],
    });
  });

  it('answers lines with lines, in order, and a bad line with an error', async () => {
    const lines = [
      JSON.stringify({ id: 'a', html: PAGE, url: 'https://example.com/' }),
      'nonsense',
      JSON.stringify({ id: 2, html: `<p>${'many words '.repeat(5_000)}` }),
      JSON.stringify({ id: 'c', html: '<p>line\u2028separator' }),
      JSON.stringify({ id: 'd' }),
      JSON.stringify({ html: '<p>x' }),
      JSON.stringify({ id: 'e', html: '<p>x', url: 'nonsense' }),
      JSON.stringify({ id: 'f', html: '<p>last' }),
    ];
    const { code, stdout } = await runCli(['extract', '--jsonl'], { stdin: lines.join('\n') });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      {
        id: 'a',
        title: 'T',
        markdown: expect.stringContaining('(https://example.com/a)'),
        text: expect.stringContaining('Words with a link'),
      },
      { error: expect.any(String) },
      { id: 2, title: null, markdown: expect.stringContaining('many words'), text: expect.any(String) },
      { id: 'c', title: null, markdown: expect.any(String), text: expect.any(String) },
      { id: 'd', error: expect.any(String) },
      { error: expect.any(String) },
      { id: 'e', error: expect.any(String) },
      { id: 'f', title: null, markdown: 'last', text: 'last' },
    ]);
    expect(code).toBe(1);
  });

  it('exits 0 when every line was good', async () => {
    const stdin = `${JSON.stringify({ id: 1, html: '<p>x' })}\n`;
    expect((await runCli(['extract', '--jsonl'], { stdin })).code).toBe(0);
  });

  it('answers a line before the next is written', async () => {
    const line = (id: number) => `${JSON.stringify({ id, html: '<p>x' })}\n`;
    const { stdout } = await runCli(['extract', '--jsonl'], {
      onStart: (child) => {
        child.stdin?.write(line(1));
        child.stdout?.once('data', () => child.stdin?.end(line(2)));
      },
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('prints only what --selector matches, without what --exclude matches, links as --links says', async () => {
    const html = '<h1>T</h1><p>a <a href="/b">b</a></p><p class="ad">ad</p><h2>U</h2>';
    const flags = ['--selector', 'p', '--selector', 'h2, h3', '--exclude', '.ad', '--links', 'referenced'];
    const { code, stdout } = await runCli(['extract', '--url', 'https://e.com/', ...flags], { stdin: html });
    expect(stdout).toBe('a [b][1]\n\n## U\n\n[1]: https://e.com/b\n');
    expect(code).toBe(0);
    const env = { PAGEWARD_SELECTOR: 'h2, h3\nh1', PAGEWARD_EXCLUDE: '.ad' };
    expect((await runCli(['extract'], { stdin: html, env })).stdout).toBe('# T\n\n## U\n');
  });

  it('says on stderr that --selector matched nothing, of every document', async () => {
    const stdin = `${JSON.stringify({ id: 7, html: '<p>x' })}\n`;
    const lines = await runCli(['extract', '--jsonl', '--selector', 'h1'], { stdin });
    expect(JSON.parse(lines.stdout)).toMatchObject({ id: 7, markdown: 'x' });
    expect(lines.stderr).toMatch(/^pageward: 7: .*include/);
    expect((await runCli(['extract', '--selector', 'h1'], { stdin: '<p>x' })).stderr).toMatch(/include/);
  });

  it.each([['--json'], ['--jsonl']])('exits 2 on a selector that cannot be read, with %s too', async (flag) => {
    const stdin = `${JSON.stringify({ id: 1, html: '<p>x' })}\n`;
    const { code, stdout, stderr } = await runCli(['extract', flag, '--selector', 'p >'], { stdin });
    expect(stderr).toContain('"p >"');
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('exits 2 on --json with --jsonl, and on a base that is no URL', async () => {
    expect((await runCli(['extract', '--json', '--jsonl'])).code).toBe(2);
    expect((await runCli(['extract', '--url', 'nonsense'], { stdin: PAGE })).code).toBe(2);
  });
});
