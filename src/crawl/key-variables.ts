/** A part of a key whose value may say nothing about the page. */
export interface KeyVariable {
  /** Names the part within its host: `?sid`, or `/2` for the second segment of the path. */
  readonly name: string;
  /** The key with `{value}` in the place of the value. */
  readonly rest: string;
}

/** More parts than this of one key are not looked at. */
const MOST = 8;

/**
 * The parts of a key that may be a session id or the like: parameters of the query, and segments of the path that
 * look drawn by lot.
 */
export function keyVariables(key: string): KeyVariable[] {
  const { start, segments, params, end } = partsOf(key);
  const variables: KeyVariable[] = [];
  segments.forEach((segment, index) => {
    if (!isToken(segment)) return;
    const others = segments.with(index, VALUE);
    variables.push({ name: `/${index}`, rest: `${start}/${others.join('/')}${queryOf(params)}${end}` });
  });
  params.forEach((param, index) => {
    const name = param.slice(0, param.indexOf('='));
    if (!param.includes('=')) return;
    const rest = `${start}/${segments.join('/')}${queryOf(params.with(index, `${name}=${VALUE}`))}${end}`;
    variables.push({ name: `?${name}`, rest });
  });
  return variables.slice(0, MOST);
}

/** A key without the parts of these names, or itself. */
export function withoutVariables(key: string, names: ReadonlySet<string>): string {
  const { start, segments, params, end } = partsOf(key);
  const path = segments.map((segment, index) => (names.has(`/${index}`) && isToken(segment) ? VALUE : segment));
  const kept = params.filter((param) => !names.has(`?${param.split('=', 1)[0]}`));
  return `${start}/${path.join('/')}${queryOf(kept)}${end}`;
}

const VALUE = '{value}';

/** Sixteen characters or more, letters and digits mixed, no words: nobody types it, nothing is called so. */
function isToken(segment: string): boolean {
  return /^[\w-]{16,}$/.test(segment) && /\d/.test(segment) && /[a-z]/i.test(segment) && !/[a-z]{6}/i.test(segment);
}

interface KeyParts {
  /** Scheme and host. */
  readonly start: string;
  readonly segments: readonly string[];
  readonly params: readonly string[];
  /** The fragment of a route. */
  readonly end: string;
}

function partsOf(key: string): KeyParts {
  const [, start = '', path = '', query, end = ''] =
    /^([^/]*\/\/[^/]*)\/([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(key) ?? [];
  return { start, segments: path.split('/'), params: query === undefined ? [] : query.split('&'), end };
}

function queryOf(params: readonly string[]): string {
  return params.length === 0 ? '' : `?${params.join('&')}`;
}
