/** A point in a page's loading, by the names of the browser's own events. `commit`: its document has begun to arrive. */
export type LoadEvent = 'commit' | 'domcontentloaded' | 'load';

/** What the operator knows about a page and we cannot. It ends the waiting as soon as it holds. */
export type WaitFor =
  | { readonly selector: string }
  | { readonly expression: string }
  | { readonly delayMs: number }
  | LoadEvent;
