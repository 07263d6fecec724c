import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '#src/crawl/fingerprint.js';
import { Frontier, type FrontierOptions } from '#src/crawl/frontier.js';
import type { FoundLink, PageFacts } from '#src/crawl/frontier-events.js';
import { createScope } from '#src/crawl/scope.js';
import { PROSE } from './simulated-site.ts';

const HOSTS = ['https://a.example', 'http://a.example', 'https://b.example'];
const SEEDS = ['https://a.example/', 'https://b.example/'];
const scope = await createScope(SEEDS, { exclude: ['/out/**'] });

/** What a URL of a random site gives. */
interface RandomPage {
  readonly links: readonly string[];
  readonly facts: PageFacts;
  readonly fate: 'finish' | 'fail' | 'release';
}

type Event =
  | { readonly kind: 'seeded'; readonly urls: readonly string[] }
  | { readonly kind: 'listed'; readonly links: readonly FoundLink[] }
  | { readonly kind: 'discovered'; readonly links: readonly FoundLink[]; readonly key: string }
  | { readonly kind: 'started' | 'failed' | 'released'; readonly key: string }
  | { readonly kind: 'finished'; readonly key: string; readonly facts: PageFacts };

function apply(frontier: Frontier, event: Event) {
  switch (event.kind) {
    case 'seeded':
      return frontier.seeded(event.urls);
    case 'listed':
      return frontier.listed(event.links);
    case 'discovered':
      return frontier.discovered(event.links, event.key);
    case 'finished':
      return frontier.finished(event.key, event.facts);
    default:
      return frontier[event.kind](event.key);
  }
}

const path = fc.constantFrom(
  '/',
  '/a',
  '/a/',
  '/b',
  '/b/index.html',
  '/b/',
  '/c?x=1',
  '/c?x=2',
  '/c?x=3&y=1',
  '/c?y=2',
  '/d#/one',
  '/d#/two',
  '/d#/three',
  '/d#/four',
  '/d',
  '/e;jsessionid=1',
  '/e',
  '/f/f/f',
  '/out/x',
  '/g?utm_source=1',
  '/g',
  '/cal/2026-01',
  '/cal/2026-02',
  '/#/',
  '/#/home',
);
const url = fc.tuple(fc.constantFrom(...HOSTS, 'https://c.example'), path).map(([host, rest]) => host + rest);
const text = fc.constantFrom('One.', 'Two.', 'Three.', PROSE, `${PROSE} more`, '');
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** A site by the URL asked for: the same URL gives the same page every time. */
const randomSite = fc
  .func(
    fc.record({
      links: fc.array(url, { maxLength: 8, size: 'max' }),
      end: seldom(url),
      canonical: seldom(url),
      text: fc.option(text, { freq: 8 }),
      fate: fc.constantFrom('finish', 'finish', 'finish', 'finish', 'fail', 'release'),
    }),
  )
  .map((pageOf) => (asked: string): RandomPage => {
    const page = pageOf(asked);
    const fingerprint = page.text === null ? {} : { fingerprint: fingerprintOf({ text: page.text }) };
    const canonical = page.canonical === null ? {} : { canonicalUrl: page.canonical };
    return {
      links: page.links,
      facts: { finalUrl: page.end ?? asked, ...fingerprint, ...canonical },
      fate: page.fate as RandomPage['fate'],
    };
  });

const limits = fc.record({
  maxPages: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  maxPagesPerHost: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  maxDepth: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  order: fc.constantFrom('breadth', 'depth', 'best'),
  hashRoutes: fc.constantFrom('auto', 'always', 'never'),
}) as fc.Arbitrary<Partial<FrontierOptions>>;

const optionsOf = (chosen: Partial<FrontierOptions>): FrontierOptions => ({
  ...chosen,
  scope,
  score: ({ url: link }) => link.length % 5,
});

/** Crawls a random site with as many reads at once as `choices` have it, ending them in any order. */
function crawlAtRandom(
  frontier: Frontier,
  site: (asked: string) => RandomPage,
  choices: readonly number[],
  look: (events: readonly Event[]) => void,
): Event[] {
  const events: Event[] = [];
  const tell = (event: Event) => {
    events.push(event);
    const answer = apply(frontier, event);
    look(events);
    return answer;
  };
  tell({ kind: 'seeded', urls: SEEDS });
  tell({ kind: 'listed', links: [{ url: 'https://a.example/c?x=2' }, { url: 'https://b.example/listed' }] });
  const active: { key: string; url: string }[] = [];
  const released = new Set<string>();
  for (let step = 0; step < 2_000; step += 1) {
    const choice = choices[step % choices.length] ?? 0;
    const handout = choice % 2 === 0 || active.length === 0 ? frontier.next() : undefined;
    if (handout !== undefined) {
      tell({ kind: 'started', key: handout.key });
      active.push(handout);
      continue;
    }
    const [ended] = active.splice(choice % Math.max(active.length, 1), 1);
    if (ended === undefined) break;
    const page = site(ended.url);
    if (page.fate === 'release' && !released.has(ended.key)) {
      released.add(ended.key);
      tell({ kind: 'released', key: ended.key });
    } else if (page.fate === 'fail') tell({ kind: 'failed', key: ended.key });
    else {
      const verdict = frontierVerdict(tell({ kind: 'finished', key: ended.key, facts: page.facts }));
      if (verdict) tell({ kind: 'discovered', links: page.links.map((link) => ({ url: link })), key: ended.key });
    }
  }
  return events;
}

function frontierVerdict(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'follow' in answer && answer.follow === true;
}

const choices = fc.array(fc.nat(7), { minLength: 1, maxLength: 40 });

describe('a frontier, in whatever order reads begin and end,', () => {
  it('hands out no URL twice, unless it was released', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const frontier = new Frontier(optionsOf(chosen));
        const handedOut = new Map<string, number>();
        const events = crawlAtRandom(frontier, site, order, () => {});
        for (const event of events) {
          if (event.kind === 'started') handedOut.set(event.key, (handedOut.get(event.key) ?? 0) + 1);
          if (event.kind === 'released') handedOut.set(event.key, (handedOut.get(event.key) ?? 0) - 1);
        }
        expect([...handedOut.values()].every((times) => times <= 1)).toBe(true);
        expect(frontier.counts().active).toBe(0);
        expect(frontier.ending()).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  it('keeps its limits exactly', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const { maxPages = 1_000, maxPagesPerHost = 1_000, maxDepth = 1_000 } = chosen;
        const frontier = new Frontier(optionsOf(chosen));
        crawlAtRandom(frontier, site, order, () => {
          const { pages, active } = frontier.counts();
          expect(pages + active).toBeLessThanOrEqual(maxPages);
        });
        const pages = frontier.snapshot().urls.filter(({ state }) => state === 'page');
        for (const host of HOSTS.map((name) => new URL(name).host)) {
          expect(pages.filter(({ key }) => new URL(key).host === host).length).toBeLessThanOrEqual(maxPagesPerHost);
        }
        expect(Math.max(0, ...pages.map(({ depth }) => depth))).toBeLessThanOrEqual(maxDepth);
        if (frontier.ending() === 'max-pages') expect(pages).toHaveLength(maxPages);
        if (frontier.ending() === 'exhausted') expect(frontier.counts().waiting).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it('reads nothing out of scope but the seeds', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const events = crawlAtRandom(new Frontier(optionsOf(chosen)), site, order, () => {});
        for (const event of events) {
          if (event.kind === 'started' && !SEEDS.includes(event.key)) {
            expect(scope.judge(new URL(event.key))).toBeUndefined();
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('counts each URL once, and loses none', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const frontier = new Frontier(optionsOf(chosen));
        crawlAtRandom(frontier, site, order, () => {
          const { urls, counts } = frontier.snapshot();
          const { skipped, ...states } = counts;
          const dropped = urls.filter(({ state }) => state === 'dropped').length;
          expect(Object.values(states).reduce((sum, count) => sum + count, dropped)).toBe(urls.length);
          expect(skipped.duplicate ?? 0).toBe(dropped);
        });
        expect([...frontier.left()]).toHaveLength(frontier.counts().waiting + frontier.counts().held);
      }),
      { numRuns: 150 },
    );
  });

  it('calls a page the same only as one that is recorded', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const frontier = new Frontier(optionsOf(chosen));
        crawlAtRandom(frontier, site, order, () => {});
        const { urls } = frontier.snapshot();
        const pages = new Set(urls.filter(({ state }) => state === 'page').map(({ url: page }) => page));
        for (const { state, of } of urls) if (state === 'duplicate') expect(pages).toContain(of);
      }),
      { numRuns: 400 },
    );
  });

  it('is the same after its events have been told again', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, fc.nat(200), (site, chosen, order, cut) => {
        const first = new Frontier(optionsOf(chosen));
        const events = crawlAtRandom(first, site, order, () => {});
        const [again, until] = [new Frontier(optionsOf(chosen)), new Frontier(optionsOf(chosen))];
        for (const event of events) apply(again, event);
        expect(again.snapshot()).toEqual(first.snapshot());
        // Also when it is cut off anywhere, and goes on from there.
        for (const event of events.slice(0, cut)) apply(until, event);
        for (const event of events.slice(cut)) {
          if (event.kind === 'started') expect(until.next(() => true)).toBeDefined();
          apply(until, event);
        }
        expect(until.snapshot()).toEqual(first.snapshot());
      }),
      { numRuns: 200 },
    );
  });
});

describe('a journal that has reads only as they ended', () => {
  it('gives the same pages where nothing is redirected, though their starts are told late', () => {
    fc.assert(
      fc.property(randomSite, limits, choices, (site, chosen, order) => {
        const options = optionsOf(chosen);
        const unmoved = (asked: string) => {
          const page = site(asked);
          return { ...page, facts: { ...page.facts, finalUrl: asked } };
        };
        const first = new Frontier(options);
        const again = new Frontier(options);
        for (const event of crawlAtRandom(first, unmoved, order, () => {})) {
          if (event.kind === 'started' || event.kind === 'released') continue;
          if (event.kind === 'finished' || event.kind === 'failed') again.started(event.key);
          apply(again, event);
        }
        const pagesOf = (frontier: Frontier) =>
          frontier
            .snapshot()
            .urls.filter(({ state }) => state === 'page')
            .map(({ key }) => key)
            .sort();
        expect(pagesOf(again)).toEqual(pagesOf(first));
        expect(again.counts().active).toBe(0);
      }),
      { numRuns: 400 },
    );
  });
});

describe('depth', () => {
  const edges = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { minLength: 10, maxLength: 40, size: 'max' });
  const nameOf = (node: number) => `https://a.example/${node === 0 ? '' : node}`;
  const siteOf =
    (links: readonly (readonly [number, number])[]) =>
    (asked: string): RandomPage => {
      const targets = links.filter(([from]) => nameOf(from) === asked).map(([, to]) => nameOf(to));
      return { links: targets, facts: { finalUrl: asked }, fate: 'finish' };
    };
  const distances = (links: readonly (readonly [number, number])[], most: number) => {
    const found = new Map([[nameOf(0), 0]]);
    for (const [name, depth] of found) {
      if (depth >= most) continue;
      for (const [from, to] of links) {
        if (nameOf(from) === name && !found.has(nameOf(to))) found.set(nameOf(to), depth + 1);
      }
    }
    return found;
  };

  it('is the length of the shortest way, in whatever order pages are read, and its limit is exact', () => {
    const most = fc.option(fc.nat(5), { nil: undefined });
    const order = fc.constantFrom('breadth', 'depth', 'best') as fc.Arbitrary<FrontierOptions['order']>;
    fc.assert(
      fc.property(edges, most, order, fc.func(fc.nat()), choices, (links, maxDepth, chosen, score, starts) => {
        const options = optionsOf({ maxDepth, order: chosen });
        const frontier = new Frontier({ ...options, score: ({ url: link }) => score(link) });
        crawlAtRandom(frontier, siteOf(links), starts, () => {});
        const read = frontier
          .snapshot()
          .urls.filter(({ state, key }) => state === 'page' && /\.example\/\d*$/.test(key));
        const expected = distances(links, maxDepth ?? 1_000);
        const depths = new Map(
          read.filter(({ key }) => key.startsWith('https://a.')).map(({ key, depth }) => [key, depth]),
        );
        expect(new Map([...depths].sort())).toEqual(new Map([...expected].sort()));
      }),
      { numRuns: 500 },
    );
  });

  it('never falls in a crawl breadth first, one page at a time', () => {
    fc.assert(
      fc.property(edges, (links) => {
        const frontier = new Frontier(optionsOf({ order: 'breadth' }));
        const depths: number[] = [];
        const events = crawlAtRandom(frontier, siteOf(links), [1], () => {});
        const depthOf = new Map(frontier.snapshot().urls.map(({ key, depth }) => [key, depth]));
        for (const event of events) if (event.kind === 'started') depths.push(depthOf.get(event.key) ?? 0);
        expect(depths).toEqual([...depths].sort((one, other) => one - other));
      }),
    );
  });
});
