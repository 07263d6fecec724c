/** A function that is sent to a browser page as text: it may use the DOM, its arguments, and what is sent with it. */
export type PageFunction = (...values: never[]) => unknown;

/**
 * An expression that calls `entry` in a browser page. `uses` are the functions that it and they call by name: all must be
 * named declarations that use nothing else from outside. `values` must be JSON.
 */
export function pageScript<Values extends readonly unknown[]>(
  entry: (...values: Values) => unknown,
  uses: readonly PageFunction[],
  ...values: Values
): string {
  const written = values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ');
  return `(() => { ${[entry, ...uses].map(sourceOf).join('\n')}\nreturn ${entry.name}(${written}) })()`;
}

const sources = new WeakMap<PageFunction, string>();

/** Without comments and indentation, which are a quarter of what every read would send. No line of a text begins as a comment. */
function sourceOf(used: PageFunction): string {
  let source = sources.get(used);
  if (source === undefined) {
    source = String(used)
      .replace(/^[ \t]*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)[ \t]*$/gm, '')
      .replace(/\n\s+/g, '\n');
    sources.set(used, source);
  }
  return source;
}
