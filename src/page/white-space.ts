/** A text with each run of white space as one space, and none around it; empty for none. */
export function collapse(text: string | null | undefined): string {
  // Only what is not one space already: to write each anew takes several times as long.
  return (text ?? '').replace(/ \s+|[^\S ]\s*/g, ' ').trim();
}
