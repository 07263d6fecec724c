import { HttpReader, type ReadStep, webFetch } from 'pageward';
import { expect, it } from 'vitest';
import { routes, serve } from '../support/http-server.js';

it('a read tells each step as it begins, and an answer from the cache has none', async () => {
  await using site = await serve(routes({ '/': '<main><h1>Here</h1><p>Words.</p></main>' }));
  await using reader = new HttpReader({ allowPrivate: [site.host] });
  const steps: ReadStep[] = [];
  const read = () => reader.read(`${site.origin}/`, { onStep: (step) => steps.push(step) });
  await read();
  expect(steps).toEqual(['loading', 'extracting']);
  await read();
  expect(steps).toHaveLength(2);
  await expect(reader.read(site.origin, { onStep: 'loading' as never })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  });
});

it('a tool tells whoever called it, in words', async () => {
  await using site = await serve(routes({ '/': '<main><h1>Here</h1><p>Words.</p></main>' }));
  await using reader = new HttpReader({ allowPrivate: [site.host] });
  const told: unknown[] = [];
  const url = `${site.origin}/`;
  await webFetch(reader).run({ url }, { onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { progress: 1, message: `Reading ${url}` },
    { progress: 2, message: `Loading ${url}` },
    { progress: 3, message: `Making Markdown of ${url}` },
  ]);
});
