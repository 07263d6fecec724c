import { unflatten } from './flattened.js';
import { flightData, flightToHtml } from './flight.js';
import { readLiteral } from './literal.js';
import { scanMarkup } from './markup.js';
import { parseJson } from './parse-json.js';

/** What a page carries for its own program to start from. */
export interface HydrationState {
  /** Data, the framework's own first. */
  readonly values: readonly unknown[];
  /** The page itself, where the data describes it element by element. */
  readonly html?: string;
}

/** More than this of scripts is not looked at: it would take longer than the page is worth. */
const MAX_CHARS = 4_000_000;
const MAX_ASSIGNMENTS = 20;
const HINT =
  /__NEXT_DATA__|__next_f|__NUXT|_STATE__|_DATA__|_PROPS__|__remixContext|streamController|kit\.start\(|data-sveltekit-fetched|application\/json/;
const ASSIGNMENT =
  /(?:^|[^\w$.])(?:window|self|globalThis)(?:\.|\[["'])(__(?:NUXT|[A-Z_]+_(?:STATE|DATA|PROPS))__|__remixContext|__data)(?:["']\])?\s*=\s*(?=["'({[JD])/g;
const FLIGHT = /__next_f\s*\.push\(\s*(?=\[)/g;
const STREAM = /streamController\.enqueue\(\s*(?=["'])/g;
const SVELTE_DATA = /\bdata:\s*(?=\[)/g;

interface Script {
  readonly type: string;
  readonly id: string;
  readonly isFetched: boolean;
  readonly text: string;
}

/**
 * Reads the state that frameworks leave in a page's markup: Next (both routers), Nuxt, Remix and React Router, SvelteKit,
 * Apollo, Redux and whatever else is assigned to a global in capitals, and blocks of JSON. As data: no program is run.
 * Undefined when there is none.
 */
export function readHydrationState(html: string): HydrationState | undefined {
  if (!HINT.test(html)) return undefined;
  const first: unknown[] = [];
  const other: unknown[] = [];
  let flight = '';
  for (const script of scriptsOf(html)) {
    if (/json/i.test(script.type)) {
      const value = valueOfBlock(script);
      if (value !== undefined) (script.id.startsWith('__') || script.isFetched ? first : other).push(value);
    } else if (script.type === '' || /module|javascript/i.test(script.type)) {
      first.push(...assignedIn(script.text));
      flight += flightIn(script.text);
    }
  }
  if (flight !== '') other.unshift(...flightData(flight));
  const described = flight === '' ? '' : flightToHtml(flight);
  const values = [...first, ...other];
  if (values.length === 0 && described === '') return undefined;
  return { values, ...(described === '' ? {} : { html: described }) };
}

function* scriptsOf(html: string): Generator<Script> {
  let left = MAX_CHARS;
  let attributes: ReadonlyMap<string, string> = new Map();
  for (const token of scanMarkup(html)) {
    if (token.name !== 'script') continue;
    if (token.kind === 'open') attributes = new Map(token.attributes.map(({ name, value }) => [name, value]));
    if (token.kind !== 'raw-text') continue;
    left -= token.end - token.start;
    if (left < 0) return;
    yield {
      type: attributes.get('type')?.trim() ?? '',
      id: attributes.get('id') ?? '',
      isFetched: attributes.has('data-sveltekit-fetched'),
      text: html.slice(token.start, token.end),
    };
  }
}

function valueOfBlock({ type, id, isFetched, text }: Script): unknown {
  // What a page says of itself to search engines is read where its metadata is.
  if (/ld\+json/i.test(type)) return undefined;
  const value = parseJson(text);
  if (id === '__NUXT_DATA__') return unflatten(value);
  if (isFetched) return parseJson(memberOf(value, 'body'));
  // The rest of Next's own is about itself.
  return memberOf(memberOf(value, 'props'), 'pageProps') ?? value;
}

function assignedIn(program: string): unknown[] {
  const values = literalsAfter(ASSIGNMENT, program).map(
    (value) => memberOf(memberOf(value, 'state'), 'loaderData') ?? value,
  );
  const streamed = literalsAfter(STREAM, program).map((line) => unflatten(parseJson(line)));
  const svelte = program.includes('kit.start(') ? literalsAfter(SVELTE_DATA, program) : [];
  return [...values, ...streamed, ...svelte].filter((value) => typeof value === 'object' && value !== null);
}

/** The pieces of the payload, which may be cut anywhere. */
function flightIn(program: string): string {
  const pieces = literalsAfter(FLIGHT, program, Number.POSITIVE_INFINITY);
  return pieces.map((piece) => (Array.isArray(piece) && typeof piece[1] === 'string' ? piece[1] : '')).join('');
}

function literalsAfter(pattern: RegExp, program: string, limit = MAX_ASSIGNMENTS): unknown[] {
  const values: unknown[] = [];
  const search = new RegExp(pattern);
  let failures = 0;
  for (let found = search.exec(program); found !== null && values.length < limit; found = search.exec(program)) {
    const literal = readLiteral(program, search.lastIndex);
    // Each may have been read to the end of the program.
    if (literal === undefined) failures += 1;
    if (failures > MAX_ASSIGNMENTS) break;
    if (literal === undefined) continue;
    values.push(literal.value);
    search.lastIndex = literal.end;
  }
  return values;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
