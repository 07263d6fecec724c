import { judgeRender, mayHaveFailed } from '../page/failed-render.js';
import type { Draft } from '../page/look-script.js';
import { plainText } from '../page/plain-text.js';
import { type RenderSigns, readRenderSigns } from '../page/render-signs.js';
import { countWords } from '../page/visible-text.js';
import { firstOf } from './first-of.js';
import type { ScriptFaults } from './script-faults.js';
import { sentHtml } from './sent-html.js';
import { evaluateApart, type Tab } from './tab.js';

/** A page whose program failed, and what there was before it did. */
export interface FailedRender {
  /** Why, in words of ours. */
  readonly failure: string;
  /** The HTML as the server sent it; absent when the browser no longer has it. */
  readonly sent?: string;
}

export interface ExamineOptions {
  readonly faults: ScriptFaults;
  readonly loader: string;
  readonly maxChars: number;
  readonly withinMs: number;
  /** Of the page as it is now, whose signs have been read. */
  readonly draft?: Draft | undefined;
}

/** Enough to see whether the server sent more than is shown, and soon looked through. */
const SCANNED_CHARS = 200_000;

/**
 * Judges whether the page that is shown is one that its own program has spoilt. Costs one look at a page that has text;
 * only of a page with hardly any is asked what the server sent.
 */
export async function examineRender(
  tab: Tab,
  { faults, loader, maxChars, withinMs, draft }: ExamineOptions,
): Promise<FailedRender | undefined> {
  const signs = draft?.signs ?? (await readSigns(tab, withinMs));
  if (signs === undefined) return undefined;
  const { exceptions, complaints, lostScripts } = faults;
  const evidence = { signs, exceptions, complaints, lostScripts };
  if (!mayHaveFailed(evidence)) return undefined;
  const sent = await firstOf(sentHtml(tab, loader), withinMs);
  const sentWords = countWords(plainText(sent?.slice(0, SCANNED_CHARS) ?? '').text);
  const failure = judgeRender({ ...evidence, sentWords });
  if (failure === undefined) return undefined;
  return { failure, ...(sent === undefined ? {} : { sent: sent.slice(0, maxChars) }) };
}

async function readSigns(tab: Tab, withinMs: number): Promise<RenderSigns | undefined> {
  const looked = evaluateApart(tab, `(${readRenderSigns})()`).catch(() => undefined);
  // Our own script's answer, which no script of the page can reach.
  return (await firstOf(looked, withinMs)) as RenderSigns | undefined;
}
