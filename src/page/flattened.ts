const MAX_DEPTH = 120;
/** Wrappers that only say how a value is watched. */
const WRAPPERS: ReadonlySet<unknown> = new Set([
  'Reactive',
  'ShallowReactive',
  'Ref',
  'ShallowRef',
  'Date',
  'D',
  'URL',
  'U',
  'P',
]);

/**
 * Puts data together again that was written as a flat list in which values name others by their place. Two ways of
 * writing it are known: plain keys (devalue, which Nuxt and SvelteKit use), and keys that are places themselves, as `_7`
 * (turbo-stream, of React Router). The first item is the whole. Shared and circular parts stay so. Undefined when it is
 * no such list.
 */
export function unflatten(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const known = new Map<number, unknown>();
  return at(0, 0);

  function at(place: unknown, depth: number): unknown {
    if (typeof place !== 'number' || !Number.isInteger(place) || place < 0 || depth > MAX_DEPTH) return undefined;
    if (known.has(place)) return known.get(place);
    const item: unknown = Array.isArray(list) ? list[place] : undefined;
    if (typeof item !== 'object' || item === null) {
      known.set(place, item);
      return item;
    }
    return Array.isArray(item) ? ofArray(place, item, depth) : ofObject(place, item, depth);
  }

  function ofArray(place: number, item: readonly unknown[], depth: number): unknown {
    const [kind, inner] = item;
    if (typeof kind !== 'string') {
      const items: unknown[] = [];
      known.set(place, items);
      for (const part of item) items.push(at(part, depth + 1));
      return items;
    }
    if (!WRAPPERS.has(kind)) return undefined;
    const value = typeof inner === 'number' && kind !== 'D' ? at(inner, depth + 1) : inner;
    known.set(place, value);
    return value;
  }

  function ofObject(place: number, item: object, depth: number): unknown {
    const object: Record<string, unknown> = Object.create(null);
    known.set(place, object);
    for (const [key, part] of Object.entries(item)) {
      const [, keyPlace] = /^_(\d+)$/.exec(key) ?? [];
      const name = keyPlace === undefined ? key : at(Number(keyPlace), depth + 1);
      if (typeof name === 'string') object[name] = at(part, depth + 1);
    }
    return object;
  }
}
