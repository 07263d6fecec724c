/** A crawl as a plain program would keep it: what the scripts in Redis are compared with. */
export interface ModelLimits {
  readonly maxPages: number;
  readonly maxPagesPerHost: number;
  readonly maxBytes: number;
  readonly maxFailures: number;
}

export interface ModelPage {
  readonly final: string;
  readonly content: string;
  readonly words: number;
  readonly bytes: number;
  readonly links: readonly string[];
}

interface Handout {
  readonly attempt: number;
  start: number;
}

type State = 'waiting' | 'active' | 'page' | 'duplicate' | 'failed' | 'outside';

export function hostOf(id: string): string {
  return id.slice(0, 2);
}

export class CrawlModel {
  readonly limits: ModelLimits;
  readonly states = new Map<string, State>();
  readonly handed = new Map<string, Handout>();
  readonly recorded: string[] = [];
  readonly #attempts = new Map<string, number>();
  readonly #contents = new Map<string, string>();
  readonly #told = new Map<string, number>();
  pages = 0;
  failures = 0;
  bytes = 0;
  limit: string | undefined;
  ended: string | undefined;

  constructor(limits: ModelLimits, seeds: readonly string[]) {
    this.limits = limits;
    for (const seed of seeds) this.states.set(seed, 'waiting');
  }

  in(state: State): string[] {
    return [...this.states].filter(([, is]) => is === state).map(([id]) => id);
  }

  /** Pages and reservations of a host. */
  taken(host: string): number {
    const reserved = [...this.handed.keys()].filter((id) => hostOf(id) === host).length;
    return this.pagesOf(host) + reserved;
  }

  pagesOf(host: string): number {
    return this.recorded.filter((id) => hostOf(id) === host).length;
  }

  /** What Redis has handed out must have been there to be handed out, and room for it. */
  feed(id: string, attempt: number): string | undefined {
    if (this.ended !== undefined || this.limit !== undefined) return 'handed out after the end';
    if (this.states.get(id) !== 'waiting') return `${id} did not wait`;
    if ((this.#attempts.get(id) ?? 0) !== attempt) return `${id} has another attempt`;
    if (this.pages + this.handed.size >= this.limits.maxPages) return 'beyond maxPages';
    if (this.taken(hostOf(id)) >= this.limits.maxPagesPerHost) return 'beyond maxPagesPerHost';
    this.states.set(id, 'active');
    this.handed.set(id, { attempt, start: 0 });
    return undefined;
  }

  begin(id: string, attempt: number): number | undefined {
    const handout = this.#current(id, attempt);
    if (handout === undefined) return undefined;
    if (this.limit !== undefined) {
      this.#release(id);
      return undefined;
    }
    handout.start += 1;
    return handout.start;
  }

  release(id: string, attempt: number, start: number): void {
    if (this.#current(id, attempt)?.start === start) this.#release(id);
  }

  fail(id: string, attempt: number, start: number): string {
    const early = this.#before(id, attempt, start);
    if (early !== undefined) return early;
    this.failures += 1;
    if (this.failures >= this.limits.maxFailures) this.limit = 'max-failures';
    this.#done(id, 'failed');
    return 'failure';
  }

  commit(id: string, attempt: number, start: number, page: ModelPage): string {
    const again = this.#told.get(`${id}.${attempt}.${start}`);
    if (again !== undefined) return `page ${again}`;
    const early = this.#before(id, attempt, start);
    if (early !== undefined) return early;
    const { final, content, words, bytes, links } = page;
    const target = this.states.get(final);
    if (final !== id) {
      if (target === 'page' || target === 'duplicate') return this.#done(id, 'duplicate');
      const host = hostOf(final);
      if (host !== hostOf(id) && this.taken(host) >= this.limits.maxPagesPerHost) return this.#done(id, 'outside');
    }
    const same = this.#contents.get(content);
    if (same !== undefined && words >= 25) {
      this.#meet(links);
      if (final !== id) this.states.set(final, 'duplicate');
      return this.#done(id, 'duplicate');
    }
    if (this.bytes + bytes > this.limits.maxBytes) {
      this.limit = 'max-bytes';
      this.#release(id);
      return 'limit';
    }
    this.pages += 1;
    this.bytes += bytes;
    if (same === undefined) this.#contents.set(content, final);
    this.recorded.push(final);
    this.#told.set(`${id}.${attempt}.${start}`, this.pages);
    this.states.set(final, 'page');
    this.#done(id, 'page');
    this.#meet(links);
    return `page ${this.pages}`;
  }

  #before(id: string, attempt: number, start: number): string | undefined {
    if (this.#current(id, attempt)?.start !== start) return 'gone';
    if (this.limit !== undefined) {
      this.#release(id);
      return 'limit';
    }
    // A redirect of another has led here.
    return this.states.get(id) === 'active'
      ? undefined
      : this.#done(id, this.states.get(id) ?? 'duplicate', 'duplicate');
  }

  #current(id: string, attempt: number): Handout | undefined {
    const handout = this.handed.get(id);
    return handout?.attempt === attempt ? handout : undefined;
  }

  #release(id: string): void {
    const { attempt = 0 } = this.handed.get(id) ?? {};
    this.handed.delete(id);
    if (this.states.get(id) !== 'active') return;
    this.states.set(id, 'waiting');
    this.#attempts.set(id, attempt + 1);
  }

  #done(id: string, state: State, verdict: string = state): string {
    this.handed.delete(id);
    this.states.set(id, state);
    return verdict;
  }

  #meet(links: readonly string[]): void {
    for (const link of links) if (!this.states.has(link)) this.states.set(link, 'waiting');
  }
}
