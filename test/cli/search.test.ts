import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve, type TestServer } from '../support/http-server.js';
import { runCli } from '../support/run-cli.js';
import { challengePage, hits, NO_RESULT_ROW, resultsPage } from '../support/search-pages.js';

let engine: TestServer;
let answer: { status?: number; type?: string; body: string };
let asked: { form: URLSearchParams; authorization: string | undefined }[];

beforeAll(async () => {
  engine = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      asked.push({ form: new URLSearchParams(Buffer.concat(chunks).toString()), authorization });
      const { status = 200, type = 'text/html', body } = answer;
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
});

beforeEach(() => {
  asked = [];
  answer = { body: resultsPage({ rows: hits(10) }) };
});

afterAll(() => engine.close());

/** `pageward search`, let through to the stand-in and nowhere else. */
function search(args: readonly string[], env: Record<string, string> = {}) {
  const to = ['--search-endpoint', `${engine.origin}/html/`, '--allow-private', engine.host];
  return runCli(['search', ...args, ...to], { env });
}

describe('pageward search', () => {
  it('prints numbered results, five of them, and nothing on stderr', async () => {
    const { code, stdout, stderr } = await search(['tide', 'tables']);
    expect(stdout).toMatch(/^1\. Tide 1\nhttps:\/\/site-1\.example\/page\nWater at 1 feet\n\n2\. Tide 2\n/);
    expect(stdout).toMatch(/\n5\. Tide 5\n[^\n]+\nWater at 5 feet\n$/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(asked[0]?.form.get('q')).toBe('tide tables');
  });

  it('prints JSON with --json', async () => {
    const { stdout } = await search([
      'tides',
      '--json',
      '--max-results',
      '2',
      '--time-range',
      'w',
      '--region',
      'de-de',
    ]);
    expect(JSON.parse(stdout)).toEqual({ query: 'tides', results: hits(2), warnings: [] });
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({ df: 'w', kl: 'de-de' });
  });

  it('prints what a model would get with --tool, fenced', async () => {
    const { code, stdout, stderr } = await search([
      'tides',
      '-t',
      '--max-results',
      '2',
      '--block-domain',
      'site-1.example',
    ]);
    expect(stdout).toMatch(
      /^--- BEGIN EXTERNAL CONTENT \(reference material\) ---\n1\. Tide 2\n[\s\S]*\n--- END EXTERNAL/,
    );
    expect(stdout).not.toContain('Tide 1');
    expect(stdout).toMatch(/\[1 result/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await search(['tides', '--boundary'])).stdout).toMatch(/BEGIN EXTERNAL CONTENT [0-9a-f]{16} /);
  });

  it('prints a failure as a model would get it with --tool, and fails', async () => {
    answer = { status: 202, body: challengePage() };
    const { code, stdout, stderr } = await search(['tides', '--tool']);
    expect(stdout).toMatch(/wants proof that a person is searching/);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });

  it('lets results that were to be fenced not come without', async () => {
    const { code, stdout, stderr } = await search(['tides', '--tool', '--json']);
    expect(stderr).toMatch(/--json and --tool exclude each other/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(asked).toEqual([]);
  });

  it('is clean when there truly is nothing', async () => {
    answer = { body: resultsPage({ rows: [NO_RESULT_ROW] }) };
    expect(await search(['tides'])).toEqual({ code: 0, stdout: 'No results.\n', stderr: '' });
  });

  it('has failed when it is blocked, and says what to do', async () => {
    answer = { status: 202, body: challengePage() };
    const { code, stdout, stderr } = await search(['tides']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\[SEARCH_BLOCKED\]\n {2}hint: Search again in 60 s/);
  });

  it('chooses among the results by domain rules, and asks the engine whatever they say', async () => {
    const { code, stdout, stderr } = await search(['tides', '--allow-domain', 'site-2.example']);
    expect(stdout).toBe('1. Tide 2\nhttps://site-2.example/page\nWater at 2 feet\n');
    expect(stderr).toMatch(/4 results were left out/);
    expect(code).toBe(0);
  });

  it('asks nobody inside who is not let through', async () => {
    const { code, stderr } = await runCli(['search', 'tides', '--search-endpoint', `${engine.origin}/html/`]);
    expect(stderr).toContain('REFUSED_ADDRESS');
    expect({ code, asked }).toEqual({ code: 1, asked: [] });
  });

  it('asks Tavily with the key of the environment', async () => {
    const results = [{ title: 'Tide', url: 'https://a.example/', content: 'High water' }];
    answer = { type: 'application/json', body: JSON.stringify({ results }) };
    const { code, stdout } = await search(['tides', '--backend', 'tavily'], { TAVILY_API_KEY: 'k' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1. Tide\nhttps://a.example/\nHigh water\n' });
    expect(asked[0]?.authorization).toBe('Bearer k');
  });

  it.each<[string, string[], number, RegExp]>([
    ['no query', [], 2, /missing required argument/],
    ['an empty query', [' '], 2, /INVALID_QUERY/],
    ['a query that is too long', ['x'.repeat(500)], 2, /INVALID_QUERY/],
    ['a time range that there is not', ['x', '--time-range', 'h'], 2, /--time-range must be one of d, w, m, y/],
    ['a region that there cannot be', ['x', '--region', 'English'], 2, /region/],
    [
      'a browser for Tavily',
      ['x', '--backend', 'tavily', '--reader', 'browser'],
      2,
      /--reader is for --backend duckduckgo/,
    ],
    ['no key for Tavily', ['x', '--backend', 'tavily'], 3, /MISSING_KEY\]\n {2}hint: Set TAVILY_API_KEY/],
  ])('refuses %s', async (_, args, code, said) => {
    const result = await search(args);
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(said) });
    expect(asked).toEqual([]);
  });

  it('stops at once when it is interrupted', async () => {
    const silent = await serve(() => undefined);
    const { code, stdout } = await runCli(
      ['search', 'tides', '--search-endpoint', `${silent.origin}/`, '--allow-private', silent.host],
      {
        onStart: (child) => {
          const timer = setInterval(() => {
            if (silent.hits.length === 0) return;
            clearInterval(timer);
            child.kill('SIGINT');
          }, 20);
        },
      },
    );
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    await silent.close();
  });
});
