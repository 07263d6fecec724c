import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../base/errors.js';
import type { Page } from '../page/page.js';
import { type FlagValues, flagName } from './flag.js';
import { isNumbered, NUMBER, numbered } from './numbered-file.js';
import type { READ_FLAGS } from './options.js';

/** The flags that save something of a page to a file, and what they save; undefined when the page has none. */
const CONTENTS = {
  screenshot: ({ screenshot }: Page) => screenshot && Buffer.from(screenshot.base64, 'base64'),
  pdf: ({ pdf }: Page) => pdf && Buffer.from(pdf.base64, 'base64'),
  mhtml: ({ mhtml }: Page) => mhtml,
  html: ({ html }: Page) => html,
} as const;

type Kind = keyof typeof CONTENTS;
type Values = Pick<FlagValues<typeof READ_FLAGS>, Kind | 'output'>;

/** Where to save what of each page. */
export interface PageFiles {
  /** Saves what is wanted of the page of the `number`th URL; gives what the page does not have, by its flag. */
  save(page: Page, number: number): Promise<string[]>;
}

/**
 * What the flags want saved. No file is written twice.
 *
 * @throws UsageError `INVALID_OPTION` when two flags, or two URLs, name the same file; from `save` when it cannot be written.
 */
export function pageFilesOf(values: Values, urls: number): PageFiles {
  const wanted = Object.entries(CONTENTS).flatMap(([kind, contentOf]) => {
    const file = values[kind as Kind];
    return file === undefined ? [] : [{ flag: flagName(kind), file, contentOf }];
  });
  const namesOf = (file: string) => Array.from({ length: urls }, (_, index) => path.resolve(numbered(file, index + 1)));
  const taken = new Set(values.output === undefined ? [] : namesOf(values.output));
  for (const { flag, file } of wanted) {
    if (urls > 1 && !isNumbered(file)) {
      throw new UsageError(`${flag}: ${file} is one file for ${urls} URLs`, {
        code: 'INVALID_OPTION',
        hint: `Put ${NUMBER} into its name, which becomes 1, 2, 3 …`,
      });
    }
    const names = namesOf(file);
    if (names.some((name) => taken.has(name))) {
      throw new UsageError(`${flag}: ${file} is written by another flag too`, { code: 'INVALID_OPTION' });
    }
    for (const name of names) taken.add(name);
  }
  return {
    async save(page, number) {
      const missing: string[] = [];
      for (const { flag, file, contentOf } of wanted) {
        const content = contentOf(page);
        if (content === undefined) missing.push(flag);
        else await write(numbered(file, number), content, flag);
      }
      return missing;
    },
  };
}

/** The format that the name of a picture's file stands for. */
export function pictureFormatOf(file: string): 'png' | 'jpeg' | 'webp' {
  if (/\.jpe?g$/i.test(file)) return 'jpeg';
  return /\.webp$/i.test(file) ? 'webp' : 'png';
}

async function write(file: string, content: string | Buffer, flag: string): Promise<void> {
  await writeFile(file, content).catch((cause: unknown) => {
    throw new UsageError(`${flag}: cannot write ${file}`, { code: 'INVALID_OPTION', cause });
  });
}
