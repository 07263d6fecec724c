import { isPagewardError } from '../base/errors.js';
import { parseMediaType } from '../base/media-type.js';
import { kindOfBody } from '../page/body-kind.js';
import type { PageAudit } from '../page/page-audit.js';
import { runDomJob } from './dom.js';
import type { DomKind } from './dom-kind.js';
import type { DomJobOptions } from './dom-pool.js';
import type { LoadedDocument } from './reader.js';

/**
 * What is noted of a page for whoever looks after the site; undefined of what is no HTML, or too large to be looked
 * through in time. Rejects with `signal.reason` only.
 */
export async function auditOf(
  { url, contentType, body, observed = {} }: LoadedDocument,
  { dom, ...options }: DomJobOptions & { readonly dom?: DomKind | undefined },
): Promise<PageAudit | undefined> {
  const { essence, charset } = parseMediaType(contentType);
  if (kindOfBody(essence, body) !== 'html') return undefined;
  const { serverHtml, consoleErrors } = observed;
  try {
    const audit = await runDomJob('audit', { body, charset, url, dom, serverHtml }, options);
    return { ...audit, ...(consoleErrors === undefined ? {} : { consoleErrors }) };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (!isPagewardError(error)) throw error;
    return undefined;
  }
}
