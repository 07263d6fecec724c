import { expect, it } from 'vitest';
import { packLinks, unpackLinks } from '#src/reader/link-columns.js';

it('gives the links back as they were', async () => {
  const links = [
    { url: 'https://a.test/', text: '' },
    { url: 'https://a.test/#b', text: 'text with "signs", ü and 🙂', rel: 'nofollow noopener' },
    { url: 'https://a.test/c', text: 'last', kind: 'route' as const },
  ];
  expect(await unpackLinks(packLinks(links))).toEqual(links);
  expect(await unpackLinks(packLinks([]))).toEqual([]);
});

it('keeps a line break in a text from shifting the others', async () => {
  const links = [
    { url: 'https://a.test/', text: 'two\nlines' },
    { url: 'https://a.test/b', text: 'next' },
  ];
  expect(await unpackLinks(packLinks(links))).toEqual([{ url: 'https://a.test/', text: 'two lines' }, links[1]]);
});

it('lets other work go on while very many are unpacked', async () => {
  const columns = packLinks(
    Array.from({ length: 200_000 }, (_, index) => ({ url: `https://a.test/${index}`, text: `${index}` })),
  );
  let turns = 0;
  let running = true;
  const turn = (): void => {
    turns += 1;
    if (running) setImmediate(turn);
  };
  turn();
  const links = await unpackLinks(columns);
  running = false;
  expect(links).toHaveLength(200_000);
  expect(turns).toBeGreaterThan(30);
});
