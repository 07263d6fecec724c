/** A text with each run of white space as one space, and none around it; empty for none. */
export function collapse(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
