import type { Message, Model, ModelRequest, ToolCall } from './model.ts';
import type { Answer } from './record.ts';

/**
 * Plays a model without one, so that the example runs anywhere and always the same. It knows no answers: it picks
 * addresses out of what the tools have said, and values out of the pages by simple patterns. And it is as gullible as a
 * model can be: it opens whatever a page tells it to open, so that what keeps it from harm is not its judgement.
 */
export function scriptedModel(): Model {
  return {
    name: 'scripted',
    async reply(request) {
      if (request.tools.length === 0) return { text: JSON.stringify({ answers: answersFrom(request) }), calls: [] };
      const calls = nextCalls(request);
      return { text: calls.length === 0 ? 'done' : '', calls };
    },
  };
}

function nextCalls({ messages, tools }: ModelRequest): ToolCall[] {
  const asked = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? urlsOf(message.reply.calls) : [])),
  );
  const wanted = new Set(messages.flatMap(urlsWorthReading));
  const name = tools[0]?.name ?? '';
  return [...wanted]
    .filter((url) => !asked.has(url))
    .map((url, index) => ({ id: `call-${asked.size + index}`, name, input: { url } }));
}

function urlsOf(calls: readonly ToolCall[]): string[] {
  return calls.map(({ input }) => (input as { url: string }).url);
}

function urlsWorthReading(message: Message): string[] {
  if (message.role === 'user') return hitsAbout(organisationIn(message.text), message.text);
  if (message.role === 'tools') return message.results.flatMap(({ text }) => urlsToOpen(text));
  return [];
}

/** Search results stand in blocks: a numbered title, the address, a snippet. */
function hitsAbout(organisation: string, text: string): string[] {
  const hits = text.matchAll(/^\d+\. (.*)\n(https?:\S+)(?:\n(.*))?/gm);
  return [...hits].flatMap(([, title = '', url = '', snippet = '']) =>
    `${title} ${snippet}`.includes(organisation) ? [url] : [],
  );
}

/** Links that promise more about the organisation, and everything that a page gives orders to open. */
function urlsToOpen(page: string): string[] {
  const links = page.matchAll(/\[[^\]]*(?:contact|about|imprint|history)[^\]]*\]\((https?:[^\s)]+)\)/gi);
  const orders = page.matchAll(/\bopen\s+[[<]?(https?:[^\s<>)\]]+)/gi);
  return [...links, ...orders].map(([, url = '']) => url);
}

/** How a question is known by its words, and how its answer is known on a page. */
const PATTERNS: readonly { question: RegExp; value: (organisation: string) => RegExp }[] = [
  { question: /what .* do/i, value: (name) => new RegExp(`${name} ((?:builds|makes|sells|runs) [^.]+)`) },
  { question: /since when|founded/i, value: () => /\bfounded in (\d{4})/ },
  { question: /where/i, value: () => /head office [^.]*?(?:is at|is in) ([^.]+)/ },
  { question: /e-?mail|written to|contact/i, value: () => /([\w.]+@[\w.]+\w)/ },
  { question: /how many/i, value: () => /\b(\d+) employees/ },
];

function answersFrom({ messages }: ModelRequest): Answer[] {
  const text = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n');
  const organisation = organisationIn(text);
  const [head = '', ...parts] = text.split(/^Page: /m);
  const pages = parts.filter((page) => page.includes(organisation));
  return [...head.matchAll(/^Question: (.*)$/gm)].map(([, question = '']) => {
    const pattern = PATTERNS.find((one) => one.question.test(question))?.value(organisation);
    for (const page of pages) {
      const value = pattern?.exec(page)?.[1];
      if (value !== undefined) return { question, value, source: page.slice(0, page.indexOf('\n')) };
    }
    return { question, value: null, source: null };
  });
}

function organisationIn(text: string): string {
  return /^Organisation: (.*)$/m.exec(text)?.[1] ?? '';
}
