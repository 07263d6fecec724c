import { isPagewardError, messageOf, UsageError } from '../base/errors.js';
import { type ExtractOptions, extract } from '../reader/extract.js';
import type { CommandCall } from './command.js';
import { contentOptionsOf } from './content.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { mapInOrder } from './in-order.js';
import { bytesOf, linesOf } from './lines.js';
import type { EXTRACT_FLAGS } from './options.js';
import { type Output, openOutput, printNote, type Terminal } from './output.js';

/** One line of `--jsonl` input. */
interface Document {
  readonly id: string | number;
  readonly html: string;
  readonly url?: string;
}

/** Documents under way at once; extraction has a small pool of threads. */
const CONCURRENCY = 3;

/** `pageward extract`: HTML on stdin becomes Markdown, a document or a line of JSON at a time. */
export async function extractCommand({ values, terminal }: CommandCall<typeof EXTRACT_FLAGS>): Promise<ExitCode> {
  const { url, json, jsonl } = values;
  if (json && jsonl) throw new UsageError('--json and --jsonl exclude each other', { code: 'INVALID_OPTION' });
  const output = await openOutput(terminal);
  const options = { signal: terminal.signal, ...contentOptionsOf(values), ...(url !== undefined && { url }) };
  if (jsonl) return extractLines(terminal, output, options);

  const html = await bytesOf(terminal.stdin);
  const extraction = await extract(html, options);
  for (const warning of extraction.warnings) printNote(terminal, warning);
  await output.write(json ? `${JSON.stringify(extraction)}\n` : `${extraction.markdown.trimEnd()}\n`);
  return EXIT.clean;
}

/** Lines in, lines out, in order, as they come. A line that cannot be read is answered by a line that says so. */
async function extractLines(terminal: Terminal, output: Output, options: ExtractOptions): Promise<ExitCode> {
  let exit: ExitCode = EXIT.clean;
  const answers = mapInOrder(linesOf(terminal.stdin), CONCURRENCY, (line) => answerTo(line, options, terminal));
  for await (const answer of answers) {
    if ('error' in answer) exit = EXIT.findings;
    await output.write(`${JSON.stringify(answer)}\n`);
  }
  return exit;
}

type Answer =
  | { readonly id: string | number; readonly title: string | null; readonly markdown: string; readonly text: string }
  | { readonly id?: string | number; readonly error: string };

async function answerTo(line: string, options: ExtractOptions, terminal: Terminal): Promise<Answer> {
  const document = parseDocument(line);
  if ('error' in document) return document;
  const { id, html, url = options.url } = document;
  try {
    const { title, markdown, text, warnings } = await extract(html, { ...options, ...(url !== undefined && { url }) });
    for (const warning of warnings) printNote(terminal, `${id}: ${warning}`);
    return { id, title: title ?? null, markdown, text };
  } catch (error) {
    terminal.signal.throwIfAborted();
    // The line can be wrong about itself; the options are the same for all.
    if (isPagewardError(error) && error.code === 'INVALID_OPTION') throw error;
    return { id, error: messageOf(error) };
  }
}

function parseDocument(line: string): Document | { readonly id?: string | number; readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: `not JSON: ${line.slice(0, 200)}` };
  }
  if (typeof value !== 'object' || value === null) return { error: 'not a JSON object' };
  const id = 'id' in value ? value.id : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return { error: 'id must be a text or a number' };
  const html = 'html' in value ? value.html : undefined;
  if (typeof html !== 'string') return { id, error: 'html must be a text' };
  const url = 'url' in value ? (value.url ?? undefined) : undefined;
  if (url !== undefined && typeof url !== 'string') return { id, error: 'url must be a text' };
  return { id, html, ...(url !== undefined && { url }) };
}
