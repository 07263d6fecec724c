import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import type { PageReader } from '#src/reader/reader.js';
import { toolset } from '#src/tools/toolset.js';

const corpus = join(process.env['PAGEWARD_CORPORA'] ?? '../shared/corpora', 'hostile-urls.jsonl');

describe('the corpus of hostile URLs', () => {
  if (!existsSync(corpus)) {
    it.skip(`is not there: set PAGEWARD_CORPORA to read ${corpus}`);
    return;
  }
  const rows = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; expect: 'allow' | 'refuse'; answers?: string[] });

  let answers: readonly string[] = [];
  let dialled = 0;
  const guard = createGuard({
    resolver: async () => answers,
    interfaces: () => [],
    dial: async () => {
      dialled += 1;
      throw new Error('nobody is to be reached');
    },
  });
  let asked = 0;
  const elsewhere: PageReader = {
    async read(url) {
      asked += 1;
      return { url, statusCode: 200, mediaType: 'text/plain', text: 'read' };
    },
  };
  const own = toolset({ guard, crawlUrl: false, retries: 0 });
  const hosted = toolset({ guard, reader: elsewhere });
  afterAll(() => Promise.all([own.close(), hosted.close()]));

  /** What became of a call: whether it set out for anywhere, and whether it ended as it has to when it did not. */
  async function outcome(set: typeof own, name: string, input: object): Promise<'allow' | 'refuse' | 'unclear'> {
    const before = dialled + asked;
    const failed = await set.run(name, input).then(
      ({ isError }) => isError,
      // Not a URL at all is the model's to mend.
      ({ code }) => code === 'INVALID_INPUT',
    );
    if (dialled + asked > before) return 'allow';
    return failed ? 'refuse' : 'unclear';
  }

  it.each([
    ['web_fetch', 'of ours', own, {}],
    ['http_request', '', own, { method: 'POST', data_body: 'a' }],
    ['web_fetch', 'of somebody else', hosted, {}],
    ['crawl_url', 'of somebody else', hosted, {}],
  ] as const)('is judged alike by %s over a reader %s', async (name, _, set, more) => {
    const wrong: unknown[] = [];
    for (const row of rows) {
      answers = row.answers ?? [];
      const seen = await outcome(set, name, { url: row.url, ...more });
      if (seen !== row.expect) wrong.push({ ...row, seen });
    }
    expect(wrong).toEqual([]);
  });
});
