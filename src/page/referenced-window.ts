import { type TextWindow, windowOf } from './page.js';

const DEFINITION = /^\[(\d+)\]: \S+$/;
const FIRST_DEFINITION = '\n\n[1]: ';
/** Shorter windows would be no use to a reader. */
const SHORTEST_CHARS = 200;
const USE = /\]\[(\d+)\]/g;

/**
 * A window of a Markdown text whose links are numbered references: with the addresses of the numbers that stand in it, so
 * that none leads nowhere. The list of all addresses at the text's end is no window of its own. Of any other text it is
 * {@link windowOf}'s window. Addresses take at most `maxChars` characters more: where they would take more, the window is
 * shorter, and of one that cannot be shorter the list is.
 *
 * @param end where the part of the text ends that is to be shown; the rest is as if it were not there
 */
export function referencedWindow(text: string, offset: number, maxChars: number, end = text.length): TextWindow {
  const isWhole = offset === 0 && text.length <= Math.min(maxChars, end);
  const split = isWhole ? undefined : splitDefinitions(text);
  if (split === undefined) return windowOf(text.slice(0, end), offset, maxChars);
  const { definitions } = split;
  const body = split.body.slice(0, end);
  let chars = maxChars;
  let window = windowOf(body, offset, chars);
  while (chars > SHORTEST_CHARS && charsOf(definitionsFor(window, definitions)) > maxChars) {
    chars = Math.max(SHORTEST_CHARS, Math.ceil(chars / 2));
    window = windowOf(body, offset, chars);
  }
  const listed = definitionsFor(window, definitions);
  while (charsOf(listed) > maxChars) listed.pop();
  return listed.length === 0 ? window : { ...window, text: `${window.text.trimEnd()}\n\n${listed.join('\n')}` };
}

function definitionsFor({ text }: TextWindow, definitions: ReadonlyMap<string, string>): string[] {
  return [...numbersIn(text)].flatMap((number) => definitions.get(number) ?? []);
}

function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** The text before its list of addresses, and the list; undefined when it has none, or one that is not only a list. */
function splitDefinitions(text: string): { body: string; definitions: Map<string, string> } | undefined {
  const at = text.lastIndexOf(FIRST_DEFINITION);
  if (at < 0) return undefined;
  const body = text.slice(0, at);
  const used = numbersIn(body);
  const definitions = new Map<string, string>();
  for (const line of text.slice(at).trim().split('\n')) {
    const [, number] = DEFINITION.exec(line) ?? [];
    // What nothing refers to would be in no window.
    if (number === undefined || !used.has(number)) return undefined;
    definitions.set(number, line);
  }
  return { body, definitions };
}

/** In the order of their first use. */
function numbersIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(USE), ([, number = '']) => number));
}
