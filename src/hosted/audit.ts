import { asUrl } from '../base/url.js';
import { type DomainRules, match, permits } from '../guard/domain-policy.js';
import { type AnswerUrl, answerUrls } from './answer-urls.js';
import { type AssistantEntry, assistantEntries, type Transcript } from './transcript.js';

/** Something in an answer that a domain policy does not permit. */
export interface Violation {
  /** The URL, or the host that is mentioned, as it stands there. */
  readonly url: string;
  /**
   * `source`: a page that the search consulted. `citation`: a page that the text is tied to. `link`: where a Markdown link
   * leads. `text`: a URL written out. `mention`: a blocked host without a scheme.
   */
  readonly where: 'source' | 'citation' | AnswerUrl['where'];
  /** Of the transcript's entry. */
  readonly index: number;
  /** The block rule that it falls under. Absent when allowing: it falls under none. */
  readonly rule?: string;
}

export interface AuditOptions {
  /** Index of the first entry to look at (default 0): the length that the transcript had before this turn. */
  since?: number;
}

/**
 * What completed messages of the assistant have in them that the rules do not permit: each URL once for a place in an entry.
 * Only looks: it changes, retries and throws nothing.
 */
export function audit(domains: DomainRules, transcript: Transcript, { since = 0 }: AuditOptions = {}): Violation[] {
  return assistantEntries(transcript)
    .filter(({ index }) => !(index < since))
    .flatMap((entry) => violationsIn(domains, entry));
}

function violationsIn(domains: DomainRules, { index, sources, citations, texts }: AssistantEntry): Violation[] {
  const found = new Map<string, Violation>();
  const look = (where: Violation['where'], url: string): void => {
    const breach = breachOf(domains, where, url);
    if (breach) found.set(`${where} ${url}`, { url, where, index, ...breach });
  };
  for (const { url } of sources) look('source', url);
  for (const { url } of citations) look('citation', url);
  for (const text of texts) for (const { where, url } of answerUrls(text)) look(where, url);
  return [...found.values()];
}

/** Allowing, words such as `config.py` are no domains, and what cannot be read is not permitted. */
function breachOf(domains: DomainRules, where: Violation['where'], url: string): { rule?: string } | undefined {
  if (domains.mode === 'allow') {
    return where === 'mention' || permits(domains, targetOf(url)) ? undefined : {};
  }
  const rule = match(domains, where === 'mention' ? url : targetOf(url));
  return rule === undefined ? undefined : { rule };
}

/** Where a browser would go. */
function targetOf(url: string): string | URL {
  const absolute = /^[\\/]{2}/.test(url) ? `https:${url}` : url;
  return asUrl(absolute) ?? url;
}
