import { type DomainList, type DomainRules, match, parseDomainList, permits } from '../guard/domain-policy.js';
import { type AuditOptions, audit, type Violation } from './audit.js';
import { type NativeWebSearch, type NativeWebSearchOptions, nativeWebSearch } from './native-web-search.js';
import type { Transcript } from './transcript.js';

/**
 * Which domains are meant to be read, in one list. Given to a reader, a guard or a tool as `domains` it is enforced, on every
 * request and redirect. A search that a model's provider runs is only told of it; {@link DomainPolicy.audit} then looks at
 * what came of that.
 *
 * A rule is a bare ASCII domain, which stands for itself and its subdomains, with an optional path, which stands for itself
 * and what is below: `example.com`, `example.com/blog`, `example.com/*\/articles`.
 *
 * @example
 * const policy = DomainPolicy.allow(['europa.eu', 'oecd.org/ai']);
 * const reader = new HttpReader({ domains: policy });
 * const { tool } = policy.nativeWebSearch({ maxUses: 5 }).anthropic();
 */
export class DomainPolicy implements DomainList {
  readonly mode: 'allow' | 'block';
  /** As they were written. */
  readonly rules: readonly string[];
  readonly #parsed: DomainRules;

  private constructor(list: DomainList) {
    this.#parsed = parseDomainList(list);
    this.mode = list.mode;
    this.rules = Object.freeze([...list.rules]);
  }

  /**
   * Nothing but these; of an empty list, nothing.
   *
   * @throws UsageError `INVALID_OPTION` naming the rule.
   */
  static allow(rules: readonly string[]): DomainPolicy {
    return new DomainPolicy({ mode: 'allow', rules });
  }

  /**
   * Everything but these.
   *
   * @throws UsageError `INVALID_OPTION` naming the rule.
   */
  static block(rules: readonly string[]): DomainPolicy {
    return new DomainPolicy({ mode: 'block', rules });
  }

  /** The first rule that a URL or a bare host falls under. A rule with a path matches a bare host only when blocking. */
  match(subject: string | URL): string | undefined {
    return match(this.#parsed, subject);
  }

  /** Whether a URL or a bare host is permitted. What is neither is not. */
  permits(subject: string | URL): boolean {
    return permits(this.#parsed, subject);
  }

  /**
   * What completed messages of the assistant hold that this policy does not permit: pages that a hosted search consulted,
   * citations, URLs and Markdown links in the text, and, when blocking, mentions of blocked hosts. It only looks: it changes,
   * retries and throws nothing, and cannot undo that the model has read what its provider gave it.
   */
  audit(transcript: Transcript, options?: AuditOptions): Violation[] {
    return audit(this.#parsed, transcript, options);
  }

  /** A hosted search that is told of this policy; the other options pass through. @throws as {@link nativeWebSearch}. */
  nativeWebSearch(
    options: Omit<NativeWebSearchOptions, 'allowDomains' | 'blockDomains' | 'domains'> = {},
  ): NativeWebSearch {
    return nativeWebSearch({ ...options, domains: this });
  }
}
