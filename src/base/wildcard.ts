/**
 * Whether a pattern matches the whole of a text: `*` stands for any characters, also none, and everything else for
 * itself. Linear time, whatever the pattern.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  return wildcardMatcher(pattern)(text);
}

/** {@link matchesWildcard} for a pattern that is asked about many texts. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => pattern === text;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (text) => {
    if (!text.startsWith(first)) return false;
    let position = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return text.length - last.length >= position && text.endsWith(last);
  };
}
