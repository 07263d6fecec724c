import { pageScript } from '../page/page-script.js';
import { routesFrom, routeTables } from '../page/route-tables.js';
import { firstOf } from './first-of.js';
import type { Tab } from './tab.js';

/** Longer than any table takes; it is a page's own world, in which anything may be endless. */
const TABLES_LIMIT_MS = 250;
const TABLES_MAX_CHARS = 100_000;
// No page can make a text another than it is, or say that it is shorter.
const TABLES = `(() => {
  const tables = ${pageScript(routeTables, [])};
  return typeof tables === 'string' && tables.length <= ${TABLES_MAX_CHARS} ? tables : '';
})()`;

/** The addresses that the router of the page at `url` knows. None when the page does not answer at once. */
export async function knownRoutes({ cdp }: Tab, url: string, withinMs: number): Promise<string[]> {
  const asked = cdp.send('Runtime.evaluate', {
    expression: TABLES,
    returnByValue: true,
    timeout: Math.min(TABLES_LIMIT_MS, withinMs),
  });
  const answer = await firstOf(
    asked.catch(() => undefined),
    withinMs,
  );
  const tables: unknown = answer?.result.value;
  return typeof tables === 'string' && /^https?:/.test(url) ? routesFrom(tables, url) : [];
}
