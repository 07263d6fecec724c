/** A page must not drive the terminal that shows it. */
export function withoutEscapes(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]/gu, '');
}

/** All that is known of an error that nobody foresaw, fit for a terminal: it may quote a page. */
export function traceOf(error: unknown): string {
  return withoutEscapes(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
