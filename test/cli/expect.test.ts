import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, type TestServer } from '../support/http-server.js';
import { runCli } from '../support/run-cli.js';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pageward-cli-expect-'));
});
afterEach(() => rm(home, { recursive: true }));

const words = (number: number) =>
  `<p>Plain words that say what is to be had here as number ${number}, how large it is, who made it, and of what it is made.</p>`;
const product = (number: number, price: string) =>
  `<title>Lamp ${number}</title><main><h1>Lamp ${number}</h1>${words(number)}<p>Price: <b class="price">${price}</b></p></main>`;

/** A shop, of which one product may have lost its price. */
const serveShop = (lost: boolean) =>
  serve(({ url = '' }, response) => {
    const links = [1, 2, 3].map(
      (number) => `<li class="product"><a href="/products/${number}">Lamp ${number}</a></li>`,
    );
    const number = Number(/^\/products\/(\d)$/.exec(url)?.[1]);
    const list = `<title>All lamps</title><main><h1>All lamps</h1>${words(0)}<ul>${links.join('')}</ul></main>`;
    const html =
      url === '/products/'
        ? list
        : number > 0
          ? product(number, lost && number === 2 ? '' : `€ 1${number}.50`)
          : undefined;
    if (html === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').end(html);
  });

function crawlCli(server: TestServer, args: readonly string[]) {
  const flags = ['--allow-private', server.host, '--reader', 'http', '--progress', 'plain'];
  return runCli(['crawl', `${server.origin}/products/`, ...flags, '--out', path.join(home, 'out'), ...args]);
}

const example = path.join(import.meta.dirname, '../../examples/expect.json');

describe('pageward crawl --expect', () => {
  it('is silent of pages that are as they should be', async () => {
    await using server = await serveShop(false);
    const { code, stderr } = await crawlCli(server, ['--expect', example]);
    expect(stderr).not.toContain('not as');
    expect(code).toBe(0);
  });

  it('says which page is otherwise, and how, and exits with 1', async () => {
    await using server = await serveShop(true);
    const { code, stderr } = await crawlCli(server, ['--expect', example]);
    expect(stderr).toMatch(
      /\/products\/2: not as products have a name and a price expects: row 1\.price: expected .*, got \(none\)/,
    );
    expect(stderr.match(/not as/g)).toHaveLength(1);
    expect(code).toBe(1);
    const report = await runCli(['report', path.join(home, 'out'), '--report', 'json']);
    expect(report).toMatchObject({ code: 1, stderr: expect.stringContaining('1 error,') });
  });

  it('exits with 1 for what it finds, also where a limit ends the crawl', async () => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.json');
    await writeFile(file, '\uFEFF[{"url":"/**","title":"Chair"}]');
    expect(await crawlCli(server, ['--expect', file, '--max-pages', '1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('stopped at --max-pages'),
    });
  });

  it('takes a module, whose schemas are zod’s, and says that no page is like a pattern', async () => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.mjs');
    const zod = path.join(import.meta.dirname, '../../node_modules/zod/index.js');
    const price = `{ select: '.price', as: 'number' }`;
    await writeFile(
      file,
      `import { z } from ${JSON.stringify(zod)};
       const schema = z.object({ price: z.number().max(10) });
       export default [
         { url: '/products/*', rows: 'main', fields: { price: ${price} }, schema },
         { name: 'chairs', url: '/chairs/**' },
       ];`,
    );
    const { code, stderr } = await crawlCli(server, ['--expect', file]);
    expect(stderr.match(/\/products\/\d: not as \/products\/\* expects/g)).toHaveLength(3);
    expect(stderr).toContain('/chairs/**: not as chairs expects: pages: expected at least 1, got 0');
    expect(code).toBe(1);
  });

  it('says what is wrong with a file before anything is asked', async () => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.json');
    for (const text of ['{', '{}', '[{"url":"/**","selectr":".x"}]', '[{"selector":".x"}]']) {
      await writeFile(file, text);
      expect(await crawlCli(server, ['--expect', file]), text).toMatchObject({ code: 2 });
    }
    await writeFile(file, '[{"url":"/**","selectr":".x"}]');
    expect((await crawlCli(server, ['--expect', file])).stderr).toContain('Did you mean selector?');
    expect(await crawlCli(server, ['--expect', path.join(home, 'none.json')])).toMatchObject({ code: 2 });
    expect(server.hits).toEqual([]);
  });
});

describe('pageward read --expect', () => {
  const readCli = (server: TestServer, paths: readonly string[], args: readonly string[]) => {
    const urls = paths.map((at) => `${server.origin}${at}`);
    return runCli(['read', ...urls, '--allow-private', server.host, '--reader', 'http', ...args]);
  };

  it('says which page is otherwise, even quietly, prints it all the same, and exits with 1', async () => {
    await using server = await serveShop(true);
    const paths = ['/products/1', '/products/2'];
    const { code, stdout, stderr } = await readCli(server, paths, ['--expect', example, '--quiet']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/\/products\/2: not as products have a name and a price expects: row 1\.price: /),
    ]);
    expect(stdout).toContain('Lamp 1');
    expect(stdout).toContain('Lamp 2');
    expect(code).toBe(1);
    expect(await readCli(server, ['/products/1'], ['--expect', example])).toMatchObject({ code: 0, stderr: '' });
  });

  it('has what came of each in its JSON, and takes a status of 404 for well where it is expected', async () => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.json');
    await writeFile(file, '[{"name":"no cellar","url":"/cellar","status":404}]');
    const { code, stdout } = await readCli(server, ['/cellar'], ['--expect', file, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 404, expectations: [{ name: 'no cellar', ok: true }] });
    expect(code).toBe(0);
  });

  it.each([
    ['[{"url":"/**","selectr":".x"}]', 'Did you mean selector?'],
    ['[{"url":"/**","minItems":3}]', 'minItems and maxItems count what selector finds'],
    ['[{"url":"/**","text":5}]', 'expect.0.text'],
    ['[{"selector":".x"}]', 'expect.0.url'],
    ['[null]', 'expect.0: '],
  ])('says what is wrong with a file before anything is asked: %s', async (text, problem) => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.json');
    await writeFile(file, text);
    const { code, stderr } = await readCli(server, ['/products/1'], ['--expect', file]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
    expect(server.hits).toEqual([]);
  });

  it('refuses a file that is about none of the pages, and what it does not go with', async () => {
    await using server = await serveShop(false);
    const file = path.join(home, 'expect.json');
    await writeFile(file, '[{"url":"/attic"}]');
    const none = await readCli(server, ['/cellar'], ['--expect', file]);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('is about this URL') });
    expect(await readCli(server, ['/products/1'], ['--expect', example, '--tool'])).toMatchObject({ code: 2 });
    expect(server.hits).toEqual([]);
  });
});
