import vm from 'node:vm';

/** Words that are looked for in a text. */
export interface TextPattern {
  /** As they were given. */
  readonly source: string;
  /** Whether they are there; undefined where a regular expression took longer than a second over it. */
  readonly isIn: (text: string) => boolean | undefined;
}

const REGEXP = 're:';
const TIMEOUT_MS = 1_000;
/** The one place where a regular expression can be ended, however long it would try. */
const context = vm.createContext(Object.create(null) as { pattern?: RegExp; text?: string });
const test = new vm.Script('pattern.test(text)');

/** @throws SyntaxError of a `re:` that is no regular expression */
export function textPattern(source: string): TextPattern {
  if (!source.startsWith(REGEXP)) return { source, isIn: (text) => text.includes(source) };
  const pattern = new RegExp(source.slice(REGEXP.length), 'u');
  return { source, isIn: (text) => testWithin(pattern, text) };
}

function testWithin(pattern: RegExp, text: string): boolean | undefined {
  Object.assign(context, { pattern, text });
  try {
    return test.runInContext(context, { timeout: TIMEOUT_MS });
  } catch (error) {
    // An error of another realm than ours may be no Error of ours.
    if ((error as { readonly code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    Object.assign(context, { pattern: undefined, text: undefined });
  }
}
