import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { HttpReader } from '#src/reader/http-reader.js';
import { readRows } from '#src/reader/read-rows.js';

const PAGE = '<ul><li><b>A</b><i>1</i></li><li><b>B</b><i>many</i></li><li><b>C</b><i>3</i></li></ul>';

let requests = 0;
const server = createServer((request, response) => {
  requests++;
  const isText = request.url === '/text';
  response.setHeader('content-type', isText ? 'text/plain' : 'text/html').end(PAGE);
});
let origin = '';
let reader: HttpReader;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  reader = new HttpReader({ allowPrivate: [`127.0.0.1:${port}`] });
});

afterAll(async () => {
  await reader.close();
  await new Promise((resolve) => server.close(resolve));
});

const RULES = { rows: 'li', fields: { name: 'b', count: { select: 'i', as: 'number' } } } as const;

describe('readRows', () => {
  it('gives typed rows without a schema', async () => {
    const { rows, faults } = await readRows(reader, `${origin}/`, RULES);
    expect(rows).toEqual([{ name: 'A', count: 1 }, { name: 'B' }, { name: 'C', count: 3 }]);
    expect(faults).toEqual([]);
    expectTypeOf(rows[0]?.count).toEqualTypeOf<number | undefined>();
  });

  it('reports each faulty row by its path, and loses none', async () => {
    const schema = z.object({ name: z.enum(['A', 'B']), count: z.number() });
    const { rows, faults, page } = await readRows(reader, `${origin}/`, { ...RULES, schema });
    expect(rows).toEqual([{ name: 'A', count: 1 }]);
    expect(faults).toMatchObject([
      { index: 1, path: ['count'], value: undefined },
      { index: 2, path: ['name'], value: 'C' },
    ]);
    expect(page.data).toHaveLength(3);
    expectTypeOf(rows[0]?.count).toEqualTypeOf<number | undefined>();
  });

  it('refuses a bad selector before anything is fetched', async () => {
    const before = requests;
    const refused = readRows(reader, `${origin}/new`, { rows: 'li >', fields: {} });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(requests).toBe(before);
  });

  it('warns where there is no HTML to take rows from', async () => {
    const { rows, page } = await readRows(reader, `${origin}/text`, RULES);
    expect(rows).toEqual([]);
    expect(page.warnings).toContainEqual(expect.stringContaining('extract'));
  });
});
