import { UsageError } from '../base/errors.js';
import { asUrl, normalEscapes } from '../base/url.js';
import { matchesWildcard } from '../base/wildcard.js';
import { isWithin } from './reserved-names.js';

/** One rule of a domain policy: a host with all its subdomains, and a path prefix if the rule has one. */
export interface DomainRule {
  /** As the operator wrote it. */
  readonly text: string;
  readonly host: string;
  /** Path segments that must lead, `*` standing within a segment for any text. Empty: the whole host. */
  readonly segments: readonly string[];
}

/** Either everything but what the rules name, or nothing but that. */
export interface DomainRules {
  readonly mode: 'allow' | 'block';
  readonly rules: readonly DomainRule[];
}

/** A domain policy as it is written down: a `DomainPolicy` is one, and so is the same in a configuration file. */
export interface DomainList {
  readonly mode: 'allow' | 'block';
  readonly rules: readonly string[];
}

/** The three ways to write a domain policy, of which one may be taken. */
export interface DomainOptions {
  readonly allowDomains?: readonly string[] | undefined;
  readonly blockDomains?: readonly string[] | undefined;
  readonly domains?: DomainList | undefined;
}

/**
 * Reads `allowDomains`, `blockDomains` or `domains`; undefined when none is given. A rule is a bare ASCII domain with an
 * optional path: `example.com`, `example.com/blog`, `example.com/*\/articles`.
 *
 * @throws UsageError `INVALID_OPTION` naming the rule, or when more than one is given.
 */
export function parseDomainRules({ allowDomains, blockDomains, domains }: DomainOptions): DomainRules | undefined {
  const given = Object.entries({ allowDomains, blockDomains, domains }).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    throw invalid(`${given.map(([name]) => name).join(' and ')} exclude each other`, 'Give one of them.');
  }
  if (allowDomains) return parseDomainList({ mode: 'allow', rules: allowDomains });
  if (blockDomains) return parseDomainList({ mode: 'block', rules: blockDomains });
  return domains && parseDomainList(domains);
}

/** @throws UsageError `INVALID_OPTION` naming the rule that is none. */
export function parseDomainList({ mode, rules }: DomainList): DomainRules {
  if (!Array.isArray(rules)) throw invalid('domain rules must be a list', RULE_HINT);
  return { mode, rules: rules.map(parseRule) };
}

/** Whether a value has the shape of a domain policy; what its rules say is for {@link parseDomainRules} to judge. */
export function isDomainList(value: unknown): value is DomainList {
  if (typeof value !== 'object' || value === null || !('mode' in value) || !('rules' in value)) return false;
  return (value.mode === 'allow' || value.mode === 'block') && Array.isArray(value.rules);
}

/**
 * The first rule that `subject`, a URL (its scheme may be missing) or a bare host name, falls under. Ports do not count. A rule with a path never
 * matches a bare host in allow mode, and does in block mode: where the path cannot be seen, doubt goes against the request.
 */
export function match(domains: DomainRules, subject: string | URL): string | undefined {
  const target = parseSubject(subject);
  if (target === undefined) return undefined;
  return domains.rules.find((rule) => {
    if (!isWithin(target.host, rule.host)) return false;
    if (rule.segments.length === 0) return true;
    if (target.segments === undefined) return domains.mode === 'block';
    return leads(rule.segments, domains.mode === 'block' ? asServersMayRead(target.segments) : target.segments);
  })?.text;
}

/** Many servers read `//private` as `/private`; a block must not be escaped that way. */
function asServersMayRead(segments: readonly string[]): readonly string[] {
  const filled = segments.filter((segment) => segment !== '');
  return filled.length === 0 ? [''] : filled;
}

/** Whether the policy lets `subject`, a URL or a bare host name, through. What is neither is not let through. */
export function permits(domains: DomainRules, subject: string | URL): boolean {
  if (parseSubject(subject) === undefined) return false;
  return (match(domains, subject) !== undefined) === (domains.mode === 'allow');
}

/** Hosts, each with its subdomains, of which the path decides: where no path can be seen they are not let through. */
export function pathRuledHosts(domains: DomainRules): string[] {
  const decidedByPath = ({ host, segments }: DomainRule) => segments.length > 0 && !permits(domains, host);
  return [...new Set(domains.rules.filter(decidedByPath).map(({ host }) => host))];
}

function parseRule(text: string): DomainRule {
  const fault = ruleFault(text);
  if (fault !== undefined) throw invalid(`domain rule ${JSON.stringify(text)} ${fault}`, RULE_HINT);
  const slash = text.indexOf('/');
  const host = (slash < 0 ? text : text.slice(0, slash)).toLowerCase().replace(/\.$/, '');
  const path = slash < 0 ? '' : text.slice(slash);
  // The URL parser takes `a.com,b.com` for one host, which would be a rule that never matches.
  const isSpelledAsHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])$/.test(host);
  if (!isSpelledAsHost || asUrl(`http://${host}/`)?.hostname !== host) {
    throw invalid(`domain rule ${JSON.stringify(text)} names no valid host`, RULE_HINT);
  }
  const segments = segmentsOf(new URL(`http://${host}${path}`));
  if (segments.at(-1) === '') segments.pop();
  return { text, host, segments };
}

const RULE_HINT = 'Write a bare domain with an optional path, such as example.com or example.com/blog.';

function ruleFault(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'is empty';
  if (/[^\x21-\x7e]/.test(text)) return 'has spaces or non-ASCII characters';
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || text.startsWith('//')) return 'has a scheme';
  if (/[?#]/.test(text)) return 'has a query or fragment';
  const [host = ''] = text.split('/', 1);
  if (host.includes('*')) return 'has a wildcard in the host';
  if (host.includes('@')) return 'has credentials';
  if (host.includes(':')) return 'has a port or scheme';
  if (text.includes('\\')) return 'has a backslash';
  return undefined;
}

interface Subject {
  readonly host: string;
  /** Absent of a bare host name. */
  readonly segments?: readonly string[];
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** Host and port, then the rest. `user@host` and `mailto:user@host` are not of this form: their host is nobody's to visit. */
const SCHEMELESS = /^(?:\[[^\]]*\]|[^\s/?#@\\:[\]]+)(?::\d*)?((?:[/?#].*)?)$/s;

function parseSubject(subject: string | URL): Subject | undefined {
  const text = String(subject);
  const hasScheme = SCHEME.test(text);
  const rest = hasScheme ? text : SCHEMELESS.exec(text)?.[1];
  const url = asUrl(hasScheme ? text : `http://${text}`);
  if (rest === undefined || url === undefined) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (host === '') return undefined;
  return rest === '' ? { host } : { host, segments: segmentsOf(url) };
}

function segmentsOf(url: URL): string[] {
  return url.pathname.split('/').slice(1).map(normalEscapes);
}

function leads(rule: readonly string[], path: readonly string[]): boolean {
  return rule.every((pattern, index) => {
    const segment = path[index];
    return segment !== undefined && matchesWildcard(pattern, segment);
  });
}

function invalid(message: string, hint: string): UsageError {
  return new UsageError(message, { code: 'INVALID_OPTION', hint });
}
