import { HumanError, UsageError } from '../base/errors.js';
import { invalidOption } from '../base/options.js';
import { Turns } from '../base/turns.js';
import { abortable } from '../guard/abortable.js';

/** An answer that a question suggests. Any other text is an answer as well. */
export interface QuestionOption {
  /** One line, and the answer itself when it is chosen. */
  readonly label: string;
  /** One line on what choosing it means. */
  readonly description?: string | undefined;
}

/** What somebody is asked. */
export interface AskedQuestion {
  readonly question: string;
  /** Default none: a question for free text. */
  readonly options?: readonly QuestionOption[];
  /** Whether several options may be chosen together; the answer is then their labels, a line each. */
  readonly multiSelect?: boolean;
  /** Whose question it is, as the host of the model counts: sessions, and runs within them. */
  readonly sessionId?: string;
  readonly runId?: string;
}

/** A question that waits for its answer. */
export interface HumanQuestion extends AskedQuestion {
  readonly id: string;
  readonly options: readonly QuestionOption[];
  /** Never true where there are no options. */
  readonly multiSelect: boolean;
}

interface OpenQuestion {
  readonly question: HumanQuestion;
  /** In the order of asking; tells a reader of {@link HumanChannel.questions} what it has seen. */
  readonly number: number;
  answer(text: string): void;
  fail(reason: unknown): void;
}

/**
 * Where the questions of models meet the people who answer them. `askHuman(channel)` is the tool that asks; a user
 * interface takes the questions from {@link questions} or {@link pending} and resolves each by its id.
 *
 * @example
 * const channel = new HumanChannel();
 * for await (const { id, question } of channel.questions()) channel.answer(id, await promptOperator(question));
 */
export class HumanChannel implements AsyncDisposable {
  readonly #open = new Map<string, OpenQuestion>();
  /** Of each run that has a question open. */
  readonly #turnsOfRun = new Map<string, Turns>();
  #asked = 0;
  #closedBecause: string | undefined;
  #hasConsumer = false;
  #wakeConsumer: () => void = () => undefined;

  /** The questions that wait for an answer now, oldest first. */
  get pending(): readonly HumanQuestion[] {
    return Array.from(this.#open.values(), ({ question }) => question);
  }

  /**
   * Each question as it is asked, those first that wait already; what is resolved before its turn is left out. Ends when
   * the channel is closed. For one consumer at a time: the next one starts with all that is still open.
   *
   * @throws UsageError `INVALID_OPTION` for a second consumer; `signal.reason`.
   */
  async *questions({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<HumanQuestion, void, undefined> {
    if (this.#hasConsumer) {
      throw new UsageError('HumanChannel: questions: has a consumer already', {
        code: 'INVALID_OPTION',
        hint: 'Let one loop hand the questions out, or poll pending.',
      });
    }
    this.#hasConsumer = true;
    let seen = -1;
    try {
      for (;;) {
        signal?.throwIfAborted();
        const next = Array.from(this.#open.values()).find(({ number }) => number > seen);
        if (next !== undefined) {
          seen = next.number;
          yield next.question;
        } else if (this.#closedBecause === undefined) {
          const woken = new Promise<void>((resolve) => {
            this.#wakeConsumer = resolve;
          });
          await abortable(woken, signal);
        } else {
          return;
        }
      }
    } finally {
      this.#hasConsumer = false;
      this.#wakeConsumer = () => undefined;
    }
  }

  /**
   * Asks, and waits for the answer. A run has one question open at a time: the next one is not shown before that is
   * resolved. An abort takes the question back.
   *
   * @throws HumanError `HUMAN_DECLINED` when it is cancelled, `NO_HUMAN` when the channel is closed; `signal.reason`.
   */
  async ask(asked: AskedQuestion, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
    signal?.throwIfAborted();
    const { sessionId, runId } = asked;
    if (runId === undefined) return await this.#post(asked, signal);
    const run = JSON.stringify([sessionId, runId]);
    const turns = this.#turnsOfRun.get(run) ?? new Turns(1);
    this.#turnsOfRun.set(run, turns);
    await turns.enter(signal ?? new AbortController().signal);
    try {
      return await this.#post(asked, signal);
    } finally {
      turns.leave();
      if (turns.taken === 0) this.#turnsOfRun.delete(run);
    }
  }

  /**
   * Any text is an answer; of a question with `multiSelect`, the chosen labels, a line each.
   *
   * @returns whether the question was still open
   * @throws UsageError `INVALID_OPTION` for what is no text.
   */
  answer(id: string, text: string): boolean {
    if (typeof text !== 'string') {
      throw invalidOption(
        `HumanChannel: answer: must be a text (got ${typeof text})`,
        'text',
        'Join labels by newlines.',
      );
    }
    const open = this.#take(id);
    open?.answer(text);
    return open !== undefined;
  }

  /**
   * Leaves a question unanswered; whoever asked reads the reason.
   *
   * @returns whether the question was still open
   */
  cancel(id: string, reason = 'The question was cancelled.'): boolean {
    const open = this.#take(id);
    open?.fail(new HumanError(reason, { code: 'HUMAN_DECLINED', hint: GO_ON, details: { id } }));
    return open !== undefined;
  }

  /** Fails every open question, ends {@link questions}, and lets every later question fail at once. */
  async close(reason = 'The channel to the human is closed.'): Promise<void> {
    this.#closedBecause ??= reason;
    for (const { question, fail } of [...this.#open.values()]) {
      this.#take(question.id);
      fail(nobody(this.#closedBecause));
    }
    this.#wakeConsumer();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #post(asked: AskedQuestion, signal: AbortSignal | undefined): Promise<string> {
    if (this.#closedBecause !== undefined) throw nobody(this.#closedBecause);
    const { options = [], multiSelect = false } = asked;
    const id = crypto.randomUUID();
    const question = { ...asked, id, options, multiSelect: multiSelect && options.length > 0 };
    const answer = new Promise<string>((resolve, reject) => {
      this.#open.set(id, { question, number: this.#asked, answer: resolve, fail: reject });
    });
    this.#asked += 1;
    this.#wakeConsumer();
    try {
      return await abortable(answer, signal);
    } finally {
      this.#open.delete(id);
    }
  }

  #take(id: string): OpenQuestion | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }
}

const GO_ON = 'Go on without an answer, and say so.';

function nobody(reason: string): HumanError {
  return new HumanError(reason, { code: 'NO_HUMAN', hint: GO_ON });
}
