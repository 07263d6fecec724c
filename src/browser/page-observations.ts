import type { PageObservations } from '../page/page-audit.js';
import { firstOf } from './first-of.js';
import type { ScriptFaults } from './script-faults.js';
import { sentHtml } from './sent-html.js';
import type { Tab } from './tab.js';

/** Takes what was seen while the page was rendered. */
export async function observations(
  tab: Tab,
  { faults, loader, maxChars, withinMs }: { faults: ScriptFaults; loader: string; maxChars: number; withinMs: number },
): Promise<PageObservations> {
  const html = await firstOf(sentHtml(tab, loader), withinMs);
  const { exceptions, complaints, messages } = faults;
  const count = exceptions + complaints;
  return {
    ...(html === undefined ? {} : { serverHtml: html.slice(0, maxChars) }),
    ...(count === 0 ? {} : { consoleErrors: { count, messages } }),
  };
}
