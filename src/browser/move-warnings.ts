import { recordedUrl } from '../base/refusal.js';
import { redactUrl } from '../base/url.js';

/** A page may try as many moves as it likes. */
const MOST_SAID = 20;

/** What there is to say of a page's moves that came to nothing: each thing once. */
export class MoveWarnings {
  readonly said: string[] = [];

  say(warning: string): void {
    if (!this.said.includes(warning) && this.said.length < MOST_SAID) this.said.push(warning);
  }
}

export const WORN_MOVE = 'The page kept sending its visitor on, which was stopped: this is where it stood then.';

export function refusedMove(url: string): string {
  return `The page tried to move to ${shown(url)}, which is refused.`;
}

export function lateMove(url: string): string {
  return `The page moved on to ${shown(url)} when it had been read.`;
}

function shown(url: string): string {
  return recordedUrl(redactUrl(url));
}
