import { rowCollector } from './row-collector.js';

/** How a page stands after a step. */
export interface ScrollState {
  /** Something moved. */
  readonly moved: boolean;
  /** Pixels that can be scrolled through, in all. */
  readonly height: number;
  /** Characters of the text that is there. */
  readonly textChars: number;
  /** Characters kept of rows that may go away. */
  readonly rowChars: number;
}

/**
 * Takes one step: the page, and what scrolls in it, moves on by most of what is in sight. Runs in a browser page; sent
 * there as text, as the functions below are.
 */
export function scrollOn(): ScrollState {
  const STEP = 0.85;
  /** What is smaller is a box in the page and not the page. */
  const MIN_SHARE = 0.15;
  const SCROLLERS_MAX = 4;
  const collector = rowCollector();
  collector.collect();
  const top = document.scrollingElement ?? document.documentElement;
  const inner = [...document.querySelectorAll('body *')].filter(isScroller).slice(0, SCROLLERS_MAX);
  const starts: Map<Element, number> = Reflect.get(globalThis, 'pagewardStarts') ?? new Map();
  Reflect.set(globalThis, 'pagewardStarts', starts);
  let moved = false;
  let height = 0;
  for (const scroller of [top, ...inner]) {
    const before = scroller.scrollTop;
    if (!starts.has(scroller)) starts.set(scroller, before);
    scroller.scrollTo({ top: before + scroller.clientHeight * STEP, behavior: 'instant' });
    // The window of a page that locks its body does not move.
    moved ||= scroller.scrollTop > before + 1;
    height += scroller.scrollHeight;
  }
  return { moved, height, textChars: document.body.textContent.length, rowChars: collector.collect() };

  function isScroller(element: Element): boolean {
    if (!(element.scrollHeight > element.clientHeight + 50) || element === top) return false;
    if (element.clientHeight * element.clientWidth < innerHeight * innerWidth * MIN_SHARE) return false;
    return /^(?:auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY) && element.localName !== 'textarea';
  }
}

/** Ends the scrolling: what was collected is written in its place from then on. */
export function endScrolling(): number {
  return rowCollector().finish();
}

/** Goes back to where the page, and what scrolls in it, stood before the first step. Sent there as text. */
export function scrollBack(): void {
  const starts: ReadonlyMap<Element, number> = Reflect.get(globalThis, 'pagewardStarts') ?? new Map();
  for (const [scroller, top] of starts) scroller.scrollTo({ top, behavior: 'instant' });
  Reflect.deleteProperty(globalThis, 'pagewardStarts');
}

/** Resolves when the page has drawn itself anew, or a tenth of a second later where it does not. */
export function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/**
 * Presses the page's button for more, if it has one that is no link to elsewhere and sends no form. Returns whether it
 * did.
 */
export function pressForMore(): boolean {
  const MORE =
    /^(?:(?:load|show|view|see) (?:\d+ )?more|more (?:results|posts|items|products|articles)|(?:mehr|weitere)\b.*(?:laden|anzeigen|zeigen)|(?:mehr|weitere) \w+|(?:charger|afficher|voir) plus|(?:cargar|mostrar|ver) más|carica altr|mostra altr|carregar mais|mostrar mais|ver mais|meer (?:laden|tonen|weergeven)|(?:visa|ladda|vis|indlæs) (?:fler|flere|mer)|näytä lisää|załaduj więcej|pokaż więcej|načíst další|daha fazla|показать ещ[её]|загрузить ещ[её]|もっと(?:見る|読む|読み込む)|더 ?보기|加载更多|查看更多|顯示更多|載入更多)/i;
  const TEXT_MAX = 40;
  for (const control of document.querySelectorAll<HTMLElement>('button, [role="button"], a, input[type="button"]')) {
    const text = (control.textContent || control.getAttribute('value') || '').replace(/\s+/g, ' ').trim();
    if (text.length > TEXT_MAX || !MORE.test(text) || !isHarmless(control)) continue;
    control.click();
    return true;
  }
  return false;

  function isHarmless(control: HTMLElement): boolean {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (control.matches(':disabled, [aria-disabled="true"], [aria-haspopup], [aria-expanded]')) return false;
    if (control.closest('nav, header, [role="navigation"], [role="dialog"]') !== null) return false;
    const href = control.localName === 'a' ? control.getAttribute('href') : null;
    if (href !== null && !/^(?:#|javascript:)/i.test(href.trim())) return false;
    const isSubmit = control.localName === 'button' && (control as HTMLButtonElement).type === 'submit';
    return !isSubmit || control.closest('form') === null;
  }
}
