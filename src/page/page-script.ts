/** A function that is sent to a browser page as text: it may use the DOM, its arguments, and what is sent with it. */
export type PageFunction = (...values: never[]) => unknown;

/**
 * An expression for a browser page that gives the function `entry`. `uses` are the functions that it and they call by name:
 * all must be named declarations that use nothing else from outside.
 */
export function pageFunction(entry: PageFunction, uses: readonly PageFunction[]): string {
  return `(() => { ${[entry, ...uses].map(sourceOf).join('\n')}\nreturn ${entry.name} })()`;
}

/** An expression that calls `entry` in a browser page, as {@link pageFunction} gives it. `values` must be JSON. */
export function pageScript<Values extends readonly unknown[]>(
  entry: (...values: Values) => unknown,
  uses: readonly PageFunction[],
  ...values: Values
): string {
  const written = values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ');
  return `${pageFunction(entry, uses)}(${written})`;
}

/** What bundlers, test runners and coverage tools put into functions: calls through a module, names given back, counters. */
const REWRITTEN =
  /\(0, ?[\w$]+\.[\w$]+\)\(|\b__(?:vi_import|vite_ssr_import|webpack|WEBPACK|TURBOPACK|name|coverage)|\bcov_\w+\(/;

/** Whether a function uses what only the program that it was made part of has, so that it does not run in a page. */
export function isRewritten(used: PageFunction): boolean {
  return REWRITTEN.test(String(used));
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
