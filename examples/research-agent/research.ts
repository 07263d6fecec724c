import {
  type CrawledPage,
  type CrawlUrlInput,
  currentDate,
  FENCE_NOTE,
  isPagewardError,
  type Tool,
  type WebSearchAnswer,
  type WebSearchInput,
} from 'pageward';
import { z } from 'zod';
import type { CallResult, Message, Model, ToolCall } from './model.ts';
import { type Answer, checkAnswers, type Inquiry, type ReadPage, recordSchema } from './record.ts';

/** What the steps work with. */
export interface Equipment {
  readonly search: Tool<WebSearchInput, WebSearchAnswer>;
  /** Makes the one tool that the reading agent holds, for the hosts that the search has found. */
  readonly readerOf: (hosts: readonly string[]) => Tool<CrawlUrlInput, CrawledPage>;
  readonly model: Model;
  readonly signal?: AbortSignal | undefined;
}

export interface Report {
  readonly answers: readonly Answer[];
  /** What the model stated and no page that was read says. */
  readonly unbacked: readonly Answer[];
  readonly pages: readonly ReadPage[];
  /** What became of each page that the agent asked for, by the URL where it ended or was refused. */
  readonly calls: readonly { readonly url: string; readonly outcome: string }[];
}

const MAX_TURNS = 8;
const MAX_PAGES = 10;

/** Searches, lets an agent read what was found, and has a record written of it, in which a page stands behind every value. */
export async function research(inquiry: Inquiry, equipment: Equipment): Promise<Report> {
  const { search, readerOf, signal } = equipment;
  const found = await search.run({ query: inquiry.organisation, max_results: 6 }, context(signal));
  if (found.isError) throw new Error(`The search failed: ${found.text}`);

  const hosts = hostsOf(found.data.results.map(({ url }) => url));
  const reading =
    hosts.length === 0 ? { pages: [], calls: [] } : await readPages(inquiry, found.text, readerOf(hosts), equipment);
  const stated = await writeRecord(inquiry, reading.pages, equipment);
  return { ...checkAnswers(inquiry.questions, stated, reading.pages), ...reading };
}

/** With `www.` goes the rule that would hold for it alone. IPv6 addresses cannot be in a rule, so they are not read. */
function hostsOf(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => new URL(url).hostname.replace(/^www\./, ''));
  return [...new Set(hosts)].filter((host) => !host.startsWith('['));
}

/** The agent: a model in a loop that can do one thing, read a page. It cannot search, post, or leave the hosts found. */
async function readPages(
  inquiry: Inquiry,
  found: string,
  reader: Tool<CrawlUrlInput, CrawledPage>,
  { model, signal }: Equipment,
): Promise<Pick<Report, 'pages' | 'calls'>> {
  const pages = new Map<string, ReadPage>();
  const calls: { url: string; outcome: string }[] = [];

  async function run({ id, name, input }: ToolCall): Promise<CallResult> {
    if (name !== reader.name) return { id, text: `There is only ${reader.name}.`, isError: true };
    if (calls.length >= MAX_PAGES) return { id, text: 'No more pages can be read. End here.', isError: true };
    const call = { url: '', outcome: 'read' };
    calls.push(call);
    try {
      // What a model sends is checked by the tool; the type is only a wish.
      const result = await reader.run(input as CrawlUrlInput, context(signal));
      const { url = '', markdown } = result.data ?? {};
      call.url = url;
      if (result.isError) call.outcome = result.error.code;
      else if (markdown) pages.set(url, { url, markdown, text: result.text });
      return { id, text: result.text, isError: result.isError };
    } catch (error) {
      if (!isPagewardError(error)) throw error;
      call.outcome = error.code;
      return { id, text: error.message, isError: true };
    }
  }

  const messages: Message[] = [{ role: 'user', text: `${assignment(inquiry)}\n\nA search has found:\n${found}` }];
  const instructions = [
    `Read the pages that may answer the questions, with ${reader.name}. Say "done" when you have read enough.`,
    FENCE_NOTE,
    currentDate('UTC'),
  ].join(' ');
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const reply = await model.reply({ instructions, messages, tools: [reader], signal });
    if (reply.calls.length === 0) break;
    messages.push({ role: 'assistant', reply }, { role: 'tools', results: await Promise.all(reply.calls.map(run)) });
  }
  return { pages: [...pages.values()], calls };
}

/** One answer of a model that holds no tools at all: whatever a page talks it into, it can only write. */
async function writeRecord(
  inquiry: Inquiry,
  pages: readonly ReadPage[],
  { model, signal }: Equipment,
): Promise<readonly Answer[]> {
  const instructions = [
    'Answer each question from the pages alone, as JSON and nothing else, of this schema:',
    JSON.stringify(z.toJSONSchema(recordSchema)),
    'Repeat each question as it is put. Copy its value from the page word for word, as short as it can be.',
    FENCE_NOTE,
  ].join(' ');
  const read = pages.map(({ url, text }) => `Page: ${url}\n${text}`).join('\n\n');
  const text = `${assignment(inquiry)}\n\n${read || 'No page could be read.'}`;
  const reply = await model.reply({ instructions, messages: [{ role: 'user', text }], tools: [], signal });
  const json = /\{[\s\S]*\}/.exec(reply.text)?.[0];
  if (json === undefined) throw new Error(`The model wrote no JSON: ${reply.text.slice(0, 200)}`);
  return recordSchema.parse(JSON.parse(json)).answers;
}

function assignment({ organisation, questions }: Inquiry): string {
  return [`Organisation: ${organisation}`, ...questions.map((question) => `Question: ${question}`)].join('\n');
}

function context(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
