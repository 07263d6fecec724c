import path from 'node:path';
import { z } from 'zod';
import type { CrawlFolder } from './crawl-folder.js';
import { fileLines } from './file-lines.js';

/** As much of a line of `pages.jsonl` as these files say of a page. */
const rowSchema = z.looseObject({
  finalUrl: z.string(),
  title: z.string().optional(),
  text: z.string(),
  metadata: z.looseObject({ description: z.string().optional(), siteName: z.string().optional() }).optional(),
});
type Row = z.infer<typeof rowSchema>;

/**
 * Writes a crawl as a model takes it: `llms.txt`, a list of the pages with what they say they are about (llmstxt.org), and
 * `llms-full.txt`, all of their texts.
 */
export async function writeLlmsFiles(
  folder: CrawlFolder,
  { list, full }: { readonly list: boolean; readonly full: boolean },
): Promise<void> {
  if (list) await folder.writeParts('llms.txt', listOf(rowsOf(folder)));
  if (full) await folder.writeParts('llms-full.txt', textsOf(rowsOf(folder)));
}

async function* rowsOf({ folder }: CrawlFolder): AsyncGenerator<Row, void, undefined> {
  for await (const line of fileLines(path.join(folder, 'pages.jsonl'))) {
    yield rowSchema.parse(JSON.parse(line));
  }
}

async function* listOf(rows: AsyncIterable<Row>): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const row of rows) {
    const { metadata = {} } = row;
    if (isFirst) {
      const about = metadata.description === undefined ? '' : `\n> ${oneLine(metadata.description)}\n`;
      yield `# ${oneLine(metadata.siteName ?? nameOf(row))}\n${about}\n## Pages\n\n`;
      isFirst = false;
    }
    const about = metadata.description === undefined ? '' : `: ${oneLine(metadata.description)}`;
    yield `- [${oneLine(nameOf(row)).replace(/[[\]\\]/g, '\\$&')}](${linkTarget(row.finalUrl)})${about}\n`;
  }
}

async function* textsOf(rows: AsyncIterable<Row>): AsyncGenerator<string, void, undefined> {
  for await (const row of rows) {
    const { finalUrl, text } = row;
    const title = /^\s*# /.test(text) ? '' : `# ${oneLine(nameOf(row))}\n\n`;
    yield `Source: ${finalUrl}\n\n${title}${text.trim()}\n\n---\n\n`;
  }
}

function nameOf({ title, finalUrl }: Row): string {
  return title === undefined || title.trim() === '' ? finalUrl : title;
}

/** A page's own words must not begin a line of the list. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function linkTarget(url: string): string {
  return url.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}
