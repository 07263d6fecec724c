import { delay } from '../base/deadline.js';
import { ContentError, TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { invalidOption } from '../base/options.js';
import {
  awaitPointer,
  chooseOptions,
  type FoundTarget,
  focusTarget,
  lookAtTarget,
  prepareField,
  revealTarget,
  scrollDown,
  seePointer,
  type TargetLook,
} from '../page/action-target-script.js';
import { type Obstacle, pointThrough, type Reached, reachTarget } from './action-target.js';
import { firstOf } from './first-of.js';
import { followNavigation } from './followed-navigation.js';
import type { FrameTargets } from './frame-targets.js';
import { type KeyPress, keyPressOf } from './key-press.js';
import { type ActionTarget, type ActionWait, type PageAction, targetPath } from './page-action.js';
import { evaluateApart, type Tab } from './tab.js';

/** The read that the actions are part of. */
export interface ActingRead {
  /** The URL that was asked for, without credentials. */
  readonly url: string;
  /** What of the page lives in other processes. */
  readonly targets: FrameTargets;
  /** Milliseconds left of it. */
  leftMs(): number;
  /** Hears when an action begins, and when what it led to is there. */
  steer(isSteered: boolean): void;
  /** Waits until the page is done again. */
  settle(): Promise<unknown>;
  /** Whether it came about in time. */
  cameAbout(wait: ActionWait, withinMs: number): Promise<boolean>;
  /** The read is over, and nobody waits for the rest. */
  readonly over: AbortSignal;
}

/** How often to look again for what is not there yet. */
const LOOK_AGAIN_MS = 30;
/** What has not moved within a frame stands still. */
const FRAME_MS = 17;

/**
 * Does the actions in order, by the input that a person would give. After each, the page settles again; where one leads
 * to another document, that is waited for.
 *
 * @throws ContentError `ACTION_FAILED` for what is not there, not to be seen, disabled, covered …; TimeoutError when the
 * time of the read is over before all are done; UsageError `INVALID_OPTION` for a selector that the browser cannot read.
 */
export async function performActions(tab: Tab, actions: readonly PageAction[], read: ActingRead): Promise<void> {
  for (const [index, action] of actions.entries()) {
    read.over.throwIfAborted();
    if (read.leftMs() <= 0) throw outOfTime(read, index);
    const step = new Step(tab, read, action, index);
    read.steer(true);
    await followNavigation(
      tab,
      read.targets,
      () => step.perform(),
      () => Math.max(1, read.leftMs()),
    );
    read.steer(false);
    read.over.throwIfAborted();
    if (!('wait' in action)) await read.settle();
  }
}

/** One action under way. */
class Step {
  readonly #tab: Tab;
  readonly #read: ActingRead;
  readonly #action: PageAction;
  readonly #index: number;
  readonly #endMs: number;
  /** What was last in the way. */
  #obstacle = 'could not be looked for';

  constructor(tab: Tab, read: ActingRead, action: PageAction, index: number) {
    this.#tab = tab;
    this.#read = read;
    this.#action = action;
    this.#index = index;
    this.#endMs = performance.now() + (action.timeoutMs ?? LIMITS.actionTimeoutMs);
  }

  async perform(): Promise<void> {
    const action = this.#action;
    if ('click' in action) await this.#click(action.click);
    else if ('fill' in action) await this.#fill(action.fill, action.value);
    else if ('select' in action) await this.#select(action.select, [action.value].flat());
    else if ('press' in action) await this.#press(action.press, action.selector);
    else if ('scroll' in action) await this.#scroll(action.scroll);
    else await this.#wait(action.wait);
  }

  async #click(target: ActionTarget): Promise<void> {
    const at = { ...(await this.#pointAt(target)), button: 'left', clickCount: 1 } as const;
    await this.#send(this.#tab.cdp.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', buttons: 1 }));
    await this.#send(this.#tab.cdp.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' }));
  }

  async #fill(target: ActionTarget, value: string): Promise<void> {
    await this.#visible(target);
    const { typed } = await this.#repeat(target, prepareField, value);
    if (!typed) return;
    if (value === '') await this.#key(keyPressOf('Delete'));
    else await this.#send(this.#tab.cdp.send('Input.insertText', { text: value }));
  }

  async #select(target: ActionTarget, wanted: readonly string[]): Promise<void> {
    await this.#visible(target);
    await this.#repeat(target, chooseOptions, wanted);
  }

  async #press(name: string, target: ActionTarget | undefined): Promise<void> {
    if (target !== undefined) {
      await this.#visible(target);
      await this.#repeat(target, focusTarget);
    }
    await this.#key(keyPressOf(name));
  }

  async #scroll(to: number | string): Promise<void> {
    if (typeof to === 'string' && to !== 'bottom') {
      await this.#repeat(to, revealTarget);
      return;
    }
    const pixels = to === 'bottom' ? null : to;
    await this.#send(evaluateApart(this.#tab, `(${scrollDown})(${pixels})`));
  }

  async #wait(wait: ActionWait): Promise<void> {
    // As long as it was said to last, within the time of the read.
    const withinMs = 'delayMs' in wait ? this.#read.leftMs() : this.#leftMs();
    const came = await this.#read.cameAbout(wait, withinMs);
    if (!came) throw this.#failed(JSON.stringify(Object.values(wait)[0]), 'did not come about');
  }

  /**
   * Moves the pointer to where the target stands. A frame in a process of its own may be drawn where it stood before for
   * some frames more, and events go by what is drawn: so the target is asked whether the pointer came to it.
   */
  async #pointAt(target: ActionTarget): Promise<{ x: number; y: number }> {
    const move = ({ x, y }: { x: number; y: number }) =>
      this.#send(this.#tab.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }));
    if (targetPath(target).length === 1) {
      const at = await this.#standing(target);
      await move(at);
      return at;
    }
    return this.#until(target, async () => {
      const at = await this.#standing(target);
      await this.#reach(target, awaitPointer);
      // From beside it: a pointer that stays where it is says nothing.
      await move({ x: at.x, y: at.y - 1 });
      await move(at);
      const { answer } = await this.#reach(target, seePointer);
      return 'obstacle' in answer ? answer : at;
    });
  }

  /** Where the target stands still, to be seen and not covered. */
  async #standing(target: ActionTarget): Promise<{ x: number; y: number }> {
    for (;;) {
      const before = await this.#until(target, () => this.#pointOn(target));
      await delay(FRAME_MS, this.#read.over);
      const now = await this.#until(target, () => this.#pointOn(target));
      if (Math.abs(before.x - now.x) < 1 && Math.abs(before.y - now.y) < 1) return now;
      this.#obstacle = 'does not stand still';
    }
  }

  async #pointOn(target: ActionTarget): Promise<TargetLook> {
    const { answer, frames } = await this.#reach(target, lookAtTarget, { pointed: true });
    if ('obstacle' in answer || frames.length === 0) return answer;
    const point = await pointThrough(frames, answer);
    // In sight in its own document, but that may be out of sight itself.
    if ('obstacle' in point) await this.#reach(target, revealTarget);
    return point;
  }

  async #visible(target: ActionTarget): Promise<void> {
    await this.#repeat(target, lookAtTarget, { pointed: false });
  }

  /** Runs a script on the target until nothing is in its way. */
  #repeat<Result extends object, Args extends readonly unknown[]>(
    target: ActionTarget,
    work: (found: FoundTarget, ...args: Args) => Result,
    ...args: Args
  ): Promise<Exclude<Result, Obstacle>> {
    return this.#until(target, async () => (await this.#reach(target, work, ...args)).answer);
  }

  #reach<Result extends object, Args extends readonly unknown[]>(
    target: ActionTarget,
    work: (found: FoundTarget, ...args: Args) => Result,
    ...args: Args
  ): Promise<Reached<Result>> {
    return reachTarget({ ...this.#tab, targets: this.#read.targets }, targetPath(target), work, ...args);
  }

  /** Tries until nothing is in the way. */
  async #until<Result extends object>(
    target: ActionTarget,
    attempt: () => Promise<Result>,
  ): Promise<Exclude<Result, Obstacle>> {
    for (;;) {
      const result = await firstOf(this.#attempted(attempt), Math.max(1, this.#leftMs()));
      if (result !== undefined && !('obstacle' in result)) return result as Exclude<Result, Obstacle>;
      if (result !== undefined) this.#obstacle = (result as Obstacle).obstacle;
      if (this.#leftMs() <= 0) throw this.#failed(JSON.stringify(target), this.#obstacle);
      await delay(Math.min(LOOK_AGAIN_MS, Math.max(1, this.#leftMs())), this.#read.over);
    }
  }

  async #attempted<Result>(attempt: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await attempt();
    } catch (error) {
      // A document that goes away takes what was running in it along.
      if (!String(error).includes('SyntaxError')) return undefined;
      const option = `actions.${this.#index}`;
      // Without its cause, which may quote what was to be typed.
      throw invalidOption(`${option}: the browser cannot read its selector`, option, 'Give a CSS selector.');
    }
  }

  async #key(press: KeyPress | undefined): Promise<void> {
    if (press === undefined) return;
    const type = press.text === undefined ? 'rawKeyDown' : 'keyDown';
    await this.#send(this.#tab.cdp.send('Input.dispatchKeyEvent', { ...press, type }));
    const { text: _, ...released } = press;
    await this.#send(this.#tab.cdp.send('Input.dispatchKeyEvent', { ...released, type: 'keyUp' }));
  }

  /** An event is answered once the page has dealt with it, and a page may take for ever, or be gone. */
  async #send(event: Promise<unknown>): Promise<void> {
    await firstOf(
      event.catch(() => undefined),
      Math.max(1, this.#leftMs()),
    );
  }

  #leftMs(): number {
    return Math.min(this.#endMs - performance.now(), this.#read.leftMs());
  }

  #failed(target: string, obstacle: string): ContentError | TimeoutError {
    if (this.#read.leftMs() <= 0) return outOfTime(this.#read, this.#index);
    const verb = verbOf(this.#action);
    return new ContentError(`${this.#read.url}: action ${this.#index + 1} (${verb}): ${target} ${obstacle}`, {
      code: 'ACTION_FAILED',
      hint: 'Look at the page as it is then (a screenshot after the actions before it) and mend the action.',
      details: { action: this.#index, verb, target, obstacle },
    });
  }
}

function outOfTime(read: ActingRead, index: number): TimeoutError {
  return new TimeoutError(`${read.url}: the time was over before action ${index + 1} was done`, {
    details: { action: index },
    hint: 'Allow the read more time.',
  });
}

function verbOf(action: PageAction): string {
  return Object.keys(action).find((key) => key !== 'timeoutMs' && key !== 'value' && key !== 'selector') ?? '';
}
