import { afterEach, expect, it } from 'vitest';
import { openReaders, type Readers } from '#src/cli/serve/readers.js';
import { createGuard } from '#src/guard/guard.js';

const open: Readers[] = [];
const readersOf = (reader?: 'auto' | 'http' | 'browser'): Readers => {
  const readers = openReaders(reader === undefined ? {} : { reader }, createGuard(), 2);
  open.push(readers);
  return readers;
};
const invalid = expect.objectContaining({ code: 'INVALID_OPTION' });

afterEach(async () => {
  await Promise.all(open.splice(0).map((readers) => readers.close()));
});

it('a request has the reader that it names, else the operator’s', () => {
  const readers = readersOf();
  expect(readers.choose({})).toBe(readers.choose({ reader: 'auto' }));
  expect(readers.choose({ reader: 'http' }).rendersJavaScript).toBe(false);
  expect(readersOf('browser').choose({}).rendersJavaScript).toBe(true);
});

it('what needs a browser is not asked of a reader without one', () => {
  const readers = readersOf();
  for (const task of [{ waitFor: { delayMs: 1 } }, { scroll: 1 }, { screenshot: true }, { format: 'png' }] as const) {
    expect(() => readers.choose({ reader: 'http', ...task })).toThrow(invalid);
    expect(readers.choose(task)).toBe(readers.choose({}));
  }
});

it('a server without a browser has none for any request', async () => {
  const readers = readersOf('http');
  expect(await readers.browser()).toBe('off');
  expect(readers.choose({}).rendersJavaScript).toBe(false);
  for (const options of [{ reader: 'auto' }, { reader: 'browser' }, { format: 'png' }] as const) {
    expect(() => readers.choose(options)).toThrow(invalid);
  }
});
