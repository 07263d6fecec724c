import type { ConcealmentJudge } from './concealment.js';

/** The content of a frame that scripts of the page around it cannot look into. */
export interface FrameContent {
  readonly url: string;
  readonly html: string;
  readonly textChars: number;
  readonly linkChars: number;
  /** Frames in it that may be content, and could not be looked into. */
  readonly unseenFrames: number;
}

/** What {@link foreignFrames} gives. */
export interface ForeignFrames {
  /** How a frame is concealed; frames of a pixel carry messages and counters. */
  concealmentOf(frame: HTMLIFrameElement, judge: ConcealmentJudge): string | undefined;
  /** What is in a frame, when that is known and content. Notes a frame that may be content and is not known. */
  contentOf(frame: HTMLIFrameElement, isSeen: boolean): FrameContent | undefined;
  /** How many frames were noted. */
  unseen(): number;
}

/**
 * The frames of other origins in a browser page, and which of them are content: large enough to read in, part of the page
 * and not pinned over it, and with text that is more than links. So advertisements, counters, captchas and chats are left
 * out by what they are, not by whose they are. Their content is what {@link keepFrameContent} was told. Sent to browser
 * pages as text.
 */
export function foreignFrames(): ForeignFrames {
  const MIN_WIDTH_PX = 200;
  const MIN_HEIGHT_PX = 60;
  const MIN_TEXT = 150;
  const MAX_LINK_SHARE = 0.6;
  /** A frame that takes so much of the window is the page. */
  const PAGE_SHARE = 0.5;
  const known: WeakMap<Element, FrameContent> | undefined = Reflect.get(globalThis, 'pagewardFrames');
  let noted = 0;
  return { concealmentOf, contentOf, unseen: () => noted };

  function concealmentOf(frame: HTMLIFrameElement, judge: ConcealmentJudge): string | undefined {
    const { width, height } = frame.getBoundingClientRect();
    return judge.ofElement(frame) ?? (width <= 2 && height <= 2 ? 'size' : undefined);
  }

  function contentOf(frame: HTMLIFrameElement, isSeen: boolean): FrameContent | undefined {
    const { width, height } = frame.getBoundingClientRect();
    const share = (width * height) / (innerWidth * innerHeight);
    if (!isSeen || width < MIN_WIDTH_PX || height < MIN_HEIGHT_PX) return undefined;
    if (share < PAGE_SHARE && isPinned(frame)) return undefined;
    const content = known?.get(frame);
    noted += content === undefined ? 1 : content.unseenFrames;
    if (content === undefined) return undefined;
    const isReading = content.textChars >= MIN_TEXT && content.linkChars <= content.textChars * MAX_LINK_SHARE;
    return share >= PAGE_SHARE || isReading ? content : undefined;
  }

  function isPinned(frame: Element): boolean {
    for (let around: Element | null = frame; around !== null; around = around.parentElement) {
      if (/^(?:fixed|sticky)$/.test(getComputedStyle(around).position)) return true;
    }
    return false;
  }
}

/** Told what is in a frame, called on it. Sent to browser pages as text. */
export function keepFrameContent(this: Element, content: FrameContent): void {
  const frames: WeakMap<Element, FrameContent> = Reflect.get(globalThis, 'pagewardFrames') ?? new WeakMap();
  frames.set(this, content);
  Reflect.set(globalThis, 'pagewardFrames', frames);
}
