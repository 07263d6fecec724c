/** A result whose text is left in the page, to be fetched a part at a time, when it is long. */
export type InParts<Result extends { readonly html: string }> = Result & {
  /** Characters left in the page; 0 when `html` is the whole text. */
  readonly heldBack: number;
};

/**
 * Leaves a long text where it is, in our world: whoever takes it from a message does nothing else meanwhile, and ten
 * million characters in one take a tenth of a second. Sent to browser pages as text, as the function below is.
 */
export function holdBack<Result extends { readonly html: string }>(result: Result): InParts<Result> {
  const LONG = 500_000;
  const { html } = result;
  if (html.length <= LONG) return { ...result, heldBack: 0 };
  Reflect.set(globalThis, 'pagewardText', html);
  return { ...result, html: '', heldBack: html.length };
}

/** The next part of what was held back; it is forgotten with the last. Never ends within a character. */
export function nextPart(from: number): string {
  const PART_CHARS = 250_000;
  const text: string = Reflect.get(globalThis, 'pagewardText') ?? '';
  const end = from + PART_CHARS;
  const last = text.charCodeAt(end - 1);
  const part = text.slice(from, last >= 0xd800 && last <= 0xdbff ? end + 1 : end);
  if (from + part.length >= text.length) Reflect.deleteProperty(globalThis, 'pagewardText');
  return part;
}
