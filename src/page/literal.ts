import { parseJson } from './parse-json.js';

/** What was read from program text, and where it ends. */
export interface Literal {
  readonly value: unknown;
  readonly end: number;
}

const MAX_DEPTH = 120;
const MAX_VALUES = 300_000;
const NUMBER = /-?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)n?/iy;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const SPACE = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
]);

/**
 * Reads the data that a program writes down at `start`: JSON, and what programs that write data make of it, namely bare
 * keys, single quotes, `undefined`, `void 0`, `!0`, `new Date(…)`, `JSON.parse("…")`, and a function that only returns
 * data with its arguments filled in. Nothing is evaluated, whatever else stands there ends it. Objects have no prototype,
 * so that no key means anything. Undefined when it is not data, nests too deep or has too many values.
 */
export function readLiteral(source: string, start = 0): Literal | undefined {
  const reader = new LiteralReader(source, start);
  try {
    const value = reader.value(0);
    return { value, end: reader.at };
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class NoLiteral extends Error {}

class LiteralReader {
  readonly #source: string;
  /** What the parameters of the function stand for, inside one. */
  #names: ReadonlyMap<string, unknown> | undefined;
  #left = MAX_VALUES;
  at: number;

  constructor(source: string, start: number, names?: ReadonlyMap<string, unknown>) {
    this.#source = source;
    this.#names = names;
    this.at = start;
  }

  value(depth: number): unknown {
    this.#left -= 1;
    if (depth > MAX_DEPTH || this.#left < 0) throw new NoLiteral();
    this.#space();
    const next = this.#source[this.at] ?? '';
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#list(']', depth);
    if (next === '"' || next === "'" || next === '`') return this.#string(next);
    if (next === '(') return this.#parenthesised(depth);
    if (next === '!') {
      this.at += 1;
      return !this.value(depth + 1);
    }
    const number = this.#match(NUMBER);
    return number === undefined ? this.#named(depth) : Number(number.replace(/n$/, ''));
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null);
    this.#expect('{');
    while (!this.#takes('}')) {
      this.#space();
      const quote = this.#source[this.at] ?? '';
      const key = quote === '"' || quote === "'" ? this.#string(quote) : (this.#match(NAME) ?? this.#match(NUMBER));
      if (key === undefined) throw new NoLiteral();
      this.#expect(':');
      object[key] = this.value(depth + 1);
      if (!this.#takes(',')) {
        this.#expect('}');
        break;
      }
    }
    return object;
  }

  /** An array's items or a call's arguments, up to `close`. */
  #list(close: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    while (!this.#takes(close)) {
      if (this.#takes(',')) {
        items.push(undefined);
        continue;
      }
      items.push(this.value(depth + 1));
      if (!this.#takes(',')) {
        this.#expect(close);
        break;
      }
    }
    return items;
  }

  #string(quote: string): string {
    const source = this.#source;
    let text = '';
    let from = this.at + 1;
    for (let at = from; at < source.length; at += 1) {
      const character = source[at];
      if (character === quote) {
        this.at = at + 1;
        return text + source.slice(from, at);
      }
      if (quote === '`' && character === '$' && source[at + 1] === '{') break;
      if (character !== '\\') continue;
      const escaped = this.#escape(at + 1);
      text += source.slice(from, at) + escaped.text;
      from = escaped.end;
      at = from - 1;
    }
    throw new NoLiteral();
  }

  #escape(at: number): { readonly text: string; readonly end: number } {
    const kind = this.#source[at] ?? '';
    const simple = SIMPLE_ESCAPES.get(kind);
    if (simple !== undefined) return { text: simple, end: at + 1 };
    const [hex, digits] =
      /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(this.#source.slice(at, at + 5))?.filter(Boolean) ?? [];
    if (hex !== undefined && digits !== undefined) {
      return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at + hex.length };
    }
    return { text: kind, end: at + 1 };
  }

  #named(depth: number): unknown {
    const name = this.#match(NAME);
    if (name === undefined) throw new NoLiteral();
    if (this.#names?.has(name)) return this.#names.get(name);
    switch (name) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'undefined':
      case 'NaN':
      case 'Infinity':
        return undefined;
      case 'void':
        this.value(depth + 1);
        return undefined;
      case 'new':
        this.#space();
        if (!/^(?:Date|URL|Map|Set)$/.test(this.#match(NAME) ?? '')) throw new NoLiteral();
        return this.#call(depth);
      case 'decodeURIComponent':
        return decoded(this.#call(depth));
      case 'JSON':
        this.#expect('.');
        if (this.#match(NAME) !== 'parse') throw new NoLiteral();
        return parsed(this.#call(depth));
      default:
        throw new NoLiteral();
    }
  }

  /** The first argument of a call. */
  #call(depth: number): unknown {
    this.#space();
    if (this.#source[this.at] !== '(') throw new NoLiteral();
    return this.#list(')', depth + 1)[0];
  }

  #parenthesised(depth: number): unknown {
    this.#expect('(');
    this.#space();
    if (!this.#source.startsWith('function', this.at)) {
      const value = this.value(depth + 1);
      this.#expect(')');
      return value;
    }
    // Its body is read twice: functions in functions would double that with every level.
    if (this.#names !== undefined) throw new NoLiteral();
    this.at += 'function'.length;
    return this.#applied(depth);
  }

  /** `function(a,b){return {…}}(1,2))`, or with the parenthesis before the arguments. */
  #applied(depth: number): unknown {
    const parameters: string[] = [];
    this.#expect('(');
    while (!this.#takes(')')) {
      this.#space();
      parameters.push(this.#match(NAME) ?? '');
      if (parameters.at(-1) === '') throw new NoLiteral();
      this.#takes(',');
    }
    this.#expect('{');
    this.#space();
    if (this.#match(NAME) !== 'return') throw new NoLiteral();
    const bodyStart = this.at;
    // Read twice: what the parameters stand for is written after the body.
    this.#names = new Map(parameters.map((name) => [name, undefined]));
    this.value(depth + 1);
    this.#takes(';');
    this.#expect('}');
    const isClosed = this.#takes(')');
    this.#space();
    if (this.#source[this.at] !== '(') throw new NoLiteral();
    const given = this.#list(')', depth + 1);
    if (!isClosed) this.#expect(')');
    const names = new Map(parameters.map((name, index) => [name, given[index]]));
    return new LiteralReader(this.#source, bodyStart, names).value(depth + 1);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#source)?.[0];
    this.at += found?.length ?? 0;
    return found === '' ? undefined : found;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #takes(sign: string): boolean {
    this.#space();
    const isThere = this.#source[this.at] === sign;
    if (isThere) this.at += 1;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new NoLiteral();
  }
}

function parsed(text: unknown): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new NoLiteral();
  return value;
}

function decoded(text: unknown): unknown {
  try {
    return typeof text === 'string' ? decodeURIComponent(text) : undefined;
  } catch {
    throw new NoLiteral();
  }
}
