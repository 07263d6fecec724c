import { describe, expect, it } from 'vitest';
import { datePattern } from '#src/crawl/date-steps.js';
import { repetitionIn } from '#src/crawl/repetition.js';
import type { Trap } from '#src/crawl/traps.js';
import { crawlAll, frontierOf, HOME, pathsOf, type Site, tableSite } from './simulated-site.ts';

const at = (path: string) => `https://site.example${path}`;

async function trapsOf(site: Site, steps?: number): Promise<{ read: string[]; traps: readonly Trap[] }> {
  const frontier = await frontierOf();
  const read = pathsOf(crawlAll(frontier, site, steps));
  return { read, traps: frontier.traps() };
}

describe('a calendar', () => {
  const month = (index: number) =>
    `/events/${2026 + Math.floor(index / 12)}/${String((index % 12) + 1).padStart(2, '0')}`;
  const indexOf = (path: string) => {
    const [, year = 2026, number = 1] = /(\d{4})\/(\d\d)/.exec(path) ?? [];
    return (Number(year) - 2026) * 12 + Number(number) - 1;
  };

  it('that leads from date to date is left after some years, and told once', async () => {
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, (path) => ({ links: [path === '/' ? month(0) : month(indexOf(path) + 1)] }));
    expect(steps).toHaveLength(101);
    expect(steps.flatMap(({ discovery }) => discovery?.traps ?? [])).toMatchObject([{ kind: 'calendar', count: 1 }]);
    expect(frontier.traps()).toEqual([
      { kind: 'calendar', pattern: `${HOME}/events/{date}`, examples: [HOME + month(100)], count: 1 },
    ]);
    expect(frontier.counts().skipped).toEqual({ trap: 1 });
  });

  it('whose dates are all listed in one place is an archive, and read whole', async () => {
    const months = Array.from({ length: 400 }, (_, index) => month(index));
    const { read, traps } = await trapsOf(
      (path) => ({ links: path === '/' ? months : [month(indexOf(path) + 1)] }),
      401,
    );
    expect(read).toHaveLength(401);
    expect(traps).toEqual([]);
  });

  it('does not take in what is written under dates', async () => {
    const post = (index: number) => `${month(index)}/post-${index}`;
    const { read } = await trapsOf((path) => ({ links: [path === '/' ? post(0) : post(indexOf(path) + 1)] }), 300);
    expect(read).toHaveLength(300);
  });

  it.each([
    ['/cal/2026/12/01', '/cal/{date}'],
    ['/cal/2026-12', '/cal/{date}'],
    ['/cal/2026-12-01/', '/cal/{date}/'],
    ['/cal/20261201', '/cal/{date}'],
    ['/cal/2026-W49', '/cal/{date}'],
    ['/cal/01-12-2026', '/cal/{date}'],
    ['/cal?date=2026-12-01T10:00', '/cal?date={date}'],
    ['/cal?month=12&year=2026', '/cal?month={date}&year={date}'],
    ['/cal?day=-3', '/cal?day={date}'],
  ])('is told by %s', (path, pattern) => {
    expect(datePattern(at(path))).toBe(at(pattern));
  });

  it.each(['/page/2026', '/item?id=2026', '/v1/2/3', '/1234/56/78', '/news/2026-12-01-title', '/a/20269999'])(
    'is not told by %s',
    (path) => {
      expect(datePattern(at(path))).toBeUndefined();
    },
  );
});

describe('facets', () => {
  const values = (name: string) => [1, 2, 3, 4, 5, 6].map((value) => `${name}=${value}`);

  it('combined without end are left after some hundreds, and told', async () => {
    const filters = ['brand', 'colour', 'size', 'sort'].flatMap(values);
    const site: Site = (path) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const links = filters.map((filter) => {
        const more = new URLSearchParams(query);
        const [name = '', value = ''] = filter.split('=');
        more.set(name, value);
        return `/shop?${more}`;
      });
      return { links: [...links, '/last'] };
    };
    const { read, traps } = await trapsOf(site);
    expect(traps).toMatchObject([{ kind: 'facets', pattern: `${HOME}/shop?{parameters}` }]);
    expect(traps[0]?.examples).toHaveLength(3);
    expect(read.length).toBeLessThan(300);
    expect(read).toContain('/last');
  });

  it('are not the numbers of a forum, nor their pages', async () => {
    const topics = Array.from({ length: 1_000 }, (_, topic) => `/view?forum=${topic % 20}&topic=${topic}`);
    const pages = topics
      .slice(0, 200)
      .flatMap((topic) => [1, 2, 3, 4, 5, 6, 7].map((page) => `${topic}&start=${page * 20}`));
    const { read, traps } = await trapsOf((path) => ({ links: path === '/' ? [...topics, ...pages] : [] }));
    expect(read).toHaveLength(1 + 1_000 + 1_400);
    expect(traps).toEqual([]);
  });
});

describe('repetition', () => {
  it.each([
    ['/a/a/a', '/a'],
    ['/x/a/b/a/b/a/b/y', '/a/b'],
    ['/en/docs/x/docs/y/docs/z/docs/w/docs', '/docs'],
    ['/a?x=1&x=1&x=1', '?x=1'],
    ['/#/a/b/a/b/a/b', '/a/b'],
  ])('is found in %s', (path, expected) => {
    expect(repetitionIn(at(path))).toBe(expected);
  });

  it.each(['/a/a', '/a/b/a/b', '/', '/a/b/c/a/d/e/a', '/tiles/0/1/0/2/0/3/0/4/0', '/a?x=1&x=2&x=3'])(
    'is not found in %s',
    (path) => {
      expect(repetitionIn(at(path))).toBeUndefined();
    },
  );

  it('of a link that leads below itself is left soon, and told', async () => {
    const { read, traps } = await trapsOf((path) => ({ links: [`${path === '/' ? '' : path}/more`] }));
    expect(read).toEqual(['/', '/more', '/more/more']);
    expect(traps).toMatchObject([{ kind: 'repetition', pattern: 'site.example/…/more…', count: 1 }]);
  });
});

describe('grown addresses', () => {
  it('in their path are left, and told', async () => {
    const { read, traps } = await trapsOf((path) => ({ links: [`${path === '/' ? '' : path}/s${path.length}`] }));
    expect(read).toHaveLength(25);
    expect(traps).toMatchObject([{ kind: 'deep-path', count: 1 }]);
  });

  it('in their length are left, and told', async () => {
    const long = `/${'x'.repeat(2_000)}`;
    const { read, traps } = await trapsOf(tableSite({ '/': { links: [long, `/${'x'.repeat(1_000)}`] } }));
    expect(read).toHaveLength(2);
    expect(traps).toMatchObject([{ kind: 'long-url', count: 1, examples: [HOME + long] }]);
  });
});

describe('traps', () => {
  it('count each URL once, however often it is linked', async () => {
    const links = ['/a/a/a', '/a/a/a', '/a/a/a/a', '/a/a/a#x'];
    const { traps } = await trapsOf((path) => ({ links: path === '/' ? ['/b', ...links] : links }));
    expect(traps).toMatchObject([{ kind: 'repetition', count: 2 }]);
  });

  it('do not keep from the crawl what a sitemap or the operator names', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/a/a/a`] });
    expect(frontier.listed([{ url: `${HOME}/b/b/b` }]).links).toMatchObject([{ verdict: 'queued' }]);
    expect(pathsOf(crawlAll(frontier, () => ({})))).toEqual(['/a/a/a', '/b/b/b']);
  });

  it('are entered when the operator wants it', async () => {
    const frontier = await frontierOf({ avoidTraps: false });
    const steps = crawlAll(frontier, (path) => ({ links: [`${path === '/' ? '' : path}/more`] }), 30);
    expect(steps).toHaveLength(30);
    expect(frontier.traps()).toEqual([]);
  });

  it('are told as one when there are very many of a kind', async () => {
    const links = Array.from({ length: 500 }, (_, index) => `/n${index}/n${index}/n${index}`);
    const { traps } = await trapsOf((path) => ({ links: path === '/' ? links : [] }));
    expect(traps).toHaveLength(101);
    expect(traps[0]).toMatchObject({ kind: 'repetition', pattern: '…', count: 400 });
  });
});
