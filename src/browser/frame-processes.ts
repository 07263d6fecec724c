import type { Commands } from './frame-world.js';

/**
 * In which process each session of a page runs. One process has one clock, whatever frames are in it: a frame within a frame
 * of another site often is in the page's own.
 */
export class FrameProcesses {
  readonly #known = new Map<string, string>();
  readonly #asked = new Map<string, symbol>();

  /** Whether a session's process is known, and no other session's before it in the list. */
  distinct(sessionIds: readonly string[]): Set<string> {
    const first = new Map<string, string>();
    for (const sessionId of sessionIds) {
      const process = this.#known.get(sessionId);
      if (process !== undefined && !first.has(process)) first.set(process, sessionId);
    }
    return new Set(first.values());
  }

  /** A session's document is another: until its process is known again, it counts as none. */
  moved(sessionId: string, commands: Commands): void {
    this.forget(sessionId);
    this.learn(sessionId, commands);
  }

  /** Asks again: not every move is heard of. */
  learn(sessionId: string, commands: Commands): void {
    if (this.#asked.has(sessionId)) return;
    const question = Symbol();
    this.#asked.set(sessionId, question);
    const isAnswer = (): boolean => this.#asked.get(sessionId) === question && this.#asked.delete(sessionId);
    commands.send('Runtime.getIsolateId').then(
      ({ id }) => {
        if (isAnswer()) this.#known.set(sessionId, id);
      },
      // One that is gone is reported gone.
      isAnswer,
    );
  }

  forget(sessionId: string): void {
    this.#known.delete(sessionId);
    this.#asked.delete(sessionId);
  }
}
