/** Ways in which sites write one address in two forms, without saying so by their URLs alone. */
export type SpellingKind = 'scheme' | 'slash' | 'index';
export const SPELLING_KINDS: readonly SpellingKind[] = ['scheme', 'slash', 'index'];

/** A key in the form that stands for both spellings of a kind: itself, or the other one. */
export function unspelt(kind: SpellingKind, key: string): string {
  if (kind === 'scheme') return key.startsWith('http:') && !hasPort(key) ? `https:${key.slice(5)}` : key;
  const end = endOfPath(key);
  const path = key.slice(0, end);
  const rest = key.slice(end);
  if (kind === 'index') return path.replace(/\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '/') + rest;
  return isRootPath(path) ? key : path.replace(/\/$/, '') + rest;
}

/** The other spellings of a key that a site may have, for looking them up. */
export function respelt(key: string): { kind: SpellingKind; key: string }[] {
  const end = endOfPath(key);
  const [path, rest] = [key.slice(0, end), key.slice(end)];
  const other = (kind: SpellingKind, text: string) => (text === key ? [] : [{ kind, key: text }]);
  const scheme = key.startsWith('https:') && !hasPort(key) ? `http:${key.slice(6)}` : unspelt('scheme', key);
  const slash = path.endsWith('/') || /\.\w+$/.test(path) ? unspelt('slash', key) : `${path}/${rest}`;
  const index = path.endsWith('/') ? `${path}index.html${rest}` : unspelt('index', key);
  return [...other('scheme', scheme), ...other('slash', slash), ...other('index', index)];
}

/** The one kind in which two keys are spelt differently; undefined when they differ in more. */
export function spellingBetween(one: string, other: string): SpellingKind | undefined {
  return SPELLING_KINDS.find((kind) => one !== other && unspelt(kind, one) === unspelt(kind, other));
}

function endOfPath(key: string): number {
  const end = key.search(/[?#]/);
  return end < 0 ? key.length : end;
}

function isRootPath(path: string): boolean {
  return path.indexOf('/', path.indexOf('//') + 2) === path.length - 1;
}

/** Two ports are two servers, whatever the schemes. */
function hasPort(key: string): boolean {
  return /^https?:\/\/[^/]*:\d+\//.test(key);
}
