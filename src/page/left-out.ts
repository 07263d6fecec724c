import type { OverlayKind } from './overlay.js';

/** What was not taken into a page's text, in words. */
export interface LeftOut {
  /** Words that a person would not see, by how they are concealed: sentences, and not the labels of what is shut. */
  readonly concealed: ReadonlyMap<string, number>;
  /** Notices that lay over the page. */
  readonly overlays: readonly { readonly kind: OverlayKind; readonly words: number }[];
}

const NOTICES: Readonly<Record<OverlayKind, string>> = {
  consent: 'A consent notice',
  newsletter: 'An invitation to a newsletter',
  chat: 'A chat window',
};

/** What is to be said about it: how much and why, never what. Concealed text is where instructions to machines are put. */
export function leftOutWarnings({ concealed, overlays }: LeftOut): string[] {
  const counts = [...concealed].filter(([, words]) => words > 0);
  const total = counts.reduce((sum, [, words]) => sum + words, 0);
  const how = counts.map(([name, words]) => `${name} ${words}`).join(', ');
  const unseen = `${wordCount(total)} that the page does not show ${total === 1 ? 'was' : 'were'} left out (${how}).`;
  return [
    ...(total === 0 ? [] : [unseen]),
    ...overlays.map(({ kind, words }) => `${NOTICES[kind]} of ${wordCount(words)} was left out.`),
  ];
}

function wordCount(words: number): string {
  return words === 1 ? '1 word' : `${words} words`;
}
