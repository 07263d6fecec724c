import { describe, expect, it } from 'vitest';
import { crawlAll, frontierOf, HOME, pathsOf, recorded, tableSite } from './simulated-site.ts';

const tree = tableSite({
  '/': { links: ['/a', '/b'] },
  '/a': { links: ['/a1', '/', '/b'] },
  '/b': { links: ['/b1', '/a1'] },
  '/a1': { links: ['/deep'] },
  '/b1': {},
  '/deep': {},
});

describe('a frontier', () => {
  it('reads each URL once, breadth first, in the order of the links', async () => {
    const steps = crawlAll(await frontierOf(), tree);
    expect(pathsOf(steps)).toEqual(['/', '/a', '/b', '/a1', '/b1', '/deep']);
    expect(steps.map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it('reads depth first when asked to', async () => {
    const steps = crawlAll(await frontierOf({ order: 'depth' }), tree);
    expect(pathsOf(steps)).toEqual(['/', '/a', '/a1', '/deep', '/b', '/b1']);
  });

  it('reads what scores highest first when asked to', async () => {
    const score = ({ url }: { url: string }) => (url.endsWith('b') || url.endsWith('b1') ? 1 : Number.NaN);
    const steps = crawlAll(await frontierOf({ order: 'best', score }), tree);
    expect(pathsOf(steps)).toEqual(['/', '/b', '/b1', '/a', '/a1', '/deep']);
  });

  it('tells a scorer where a link was found, and what it says', async () => {
    const seen: unknown[] = [];
    const frontier = await frontierOf({ order: 'best', score: (link) => seen.push(link) });
    frontier.started(`${HOME}/`);
    frontier.finished(`${HOME}/`, { finalUrl: `${HOME}/` });
    frontier.discovered([{ url: `${HOME}/x?utm_source=y`, text: 'X', rel: 'next' }], `${HOME}/`);
    expect(seen.at(-1)).toEqual({ url: `${HOME}/x`, text: 'X', rel: 'next', depth: 1, from: `${HOME}/` });
  });

  it('takes the links of the page begun first before those of one that ended first', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/one`, `${HOME}/two`] });
    for (const name of ['one', 'two']) frontier.started(`${HOME}/${name}`);
    for (const name of ['two', 'one']) {
      frontier.finished(`${HOME}/${name}`, { finalUrl: `${HOME}/${name}` });
      frontier.discovered([{ url: `${HOME}/of-${name}` }, { url: `${HOME}/of-both` }], `${HOME}/${name}`);
    }
    expect(pathsOf(crawlAll(frontier, () => ({})))).toEqual(['/of-both', '/of-one', '/of-two']);
  });

  it('takes the links of a redirected page in the turn of the URL that led to it', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/one`, `${HOME}/old`] });
    for (const name of ['one', 'old']) frontier.started(`${HOME}/${name}`);
    frontier.finished(`${HOME}/old`, { finalUrl: `${HOME}/new` });
    frontier.discovered([{ url: `${HOME}/of-new` }], `${HOME}/old`);
    frontier.finished(`${HOME}/one`, { finalUrl: `${HOME}/one` });
    frontier.discovered([{ url: `${HOME}/of-one` }], `${HOME}/one`);
    expect(pathsOf(crawlAll(frontier, () => ({})))).toEqual(['/of-one', '/of-new']);
  });

  it('reads nothing beyond its depth', async () => {
    const frontier = await frontierOf({ maxDepth: 1 });
    expect(pathsOf(crawlAll(frontier, tree))).toEqual(['/', '/a', '/b']);
    expect(frontier.counts()).toMatchObject({ pages: 3, held: 2, waiting: 0 });
    expect([...frontier.left()]).toEqual(['/a1', '/b1'].map((path) => ({ url: HOME + path, reason: 'too-deep' })));
    expect(frontier.ending()).toBe('exhausted');
  });

  it('reads the seeds alone at depth 0', async () => {
    expect(pathsOf(crawlAll(await frontierOf({ maxDepth: 0 }), tree))).toEqual(['/']);
  });

  it('reads what was too deep after all, when a shorter way to it is found', async () => {
    const site = tableSite({
      '/': { links: ['/long', '/short'] },
      '/long': { links: ['/far'] },
      '/far': { links: ['/goal'] },
      '/goal': { links: ['/beyond'] },
      '/short': { links: ['/goal'] },
      '/beyond': {},
    });
    const frontier = await frontierOf({
      maxDepth: 3,
      order: 'best',
      score: ({ url }) => (url.endsWith('short') ? -1 : 0),
    });
    const steps = crawlAll(frontier, site);
    // `/beyond` is four links away by the way that is found first, and three by the other.
    expect(pathsOf(steps)).toEqual(['/', '/long', '/far', '/goal', '/short', '/beyond']);
    expect(steps.at(-1)?.depth).toBe(3);
  });

  it('counts entries of sitemaps as one link away', async () => {
    const frontier = await frontierOf({ maxDepth: 1 });
    const { links } = frontier.listed([
      { url: `${HOME}/listed` },
      { url: `${HOME}/` },
      { url: 'https://other.example/' },
    ]);
    expect(links.map(({ verdict, reason }) => reason ?? verdict)).toEqual(['queued', 'known', 'outside']);
    const steps = crawlAll(frontier, tableSite({ '/': {}, '/listed': { links: ['/below'] } }));
    expect(pathsOf(steps)).toEqual(['/', '/listed']);
  });

  it('brings nearer what is behind a page that a sitemap names late', async () => {
    const frontier = await frontierOf({ maxDepth: 2 });
    const site = tableSite({ '/': { links: ['/a'] }, '/a': { links: ['/b'] }, '/b': { links: ['/c'] }, '/c': {} });
    expect(pathsOf(crawlAll(frontier, site))).toEqual(['/', '/a', '/b']);
    frontier.listed([{ url: `${HOME}/b` }]);
    expect(crawlAll(frontier, site)).toMatchObject([{ url: `${HOME}/c`, depth: 2 }]);
  });

  it('tells of each link what becomes of it, and of none twice', async () => {
    const frontier = await frontierOf({ exclude: ['/secret'], maxDepth: 1 });
    frontier.started(`${HOME}/`);
    frontier.finished(`${HOME}/`, { finalUrl: `${HOME}/` });
    const links = [
      '/a',
      '/a#part',
      '/a?utm_source=x',
      '/secret',
      '/secret',
      'mailto:x@y.example',
      'https://other.example/',
    ];
    const found = links.map((link) => ({ url: new URL(link, HOME).href }));
    const { links: decisions } = frontier.discovered(found, `${HOME}/`);
    expect(decisions.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      'queued',
      'known',
      'known',
      'excluded',
      'known',
      'not-web',
      'outside',
    ]);
    expect(frontier.counts().skipped).toEqual({ excluded: 1, 'not-web': 1, outside: 1 });
  });

  it('shows no password of a link that it skips', async () => {
    const { links } = (await frontierOf()).listed([{ url: 'https://me:secret@site.example/' }]);
    expect(links).toMatchObject([{ verdict: 'skipped', reason: 'not-web' }]);
    expect(JSON.stringify(links)).not.toContain('secret');
  });

  it('reads a page that is linked by its parts alone', async () => {
    const steps = crawlAll(await frontierOf(), tableSite({ '/': { links: ['/page#part'] }, '/page': {} }));
    expect(pathsOf(steps)).toEqual(['/', '/page']);
  });

  it('reads seeds whatever the patterns say, and seeds with a place', async () => {
    const seeds = [`${HOME}/start#top`, `${HOME}/app#/inbox`];
    const frontier = await frontierOf({ seeds, include: ['/docs/**'] });
    const site = tableSite({ '/start': { links: ['/docs/a', '/other'] }, '/app#/inbox': {}, '/docs/a': {} });
    expect(pathsOf(crawlAll(frontier, site))).toEqual(['/start', '/app#/inbox', '/docs/a']);
  });

  it('hands out what was released again, in its old place', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/one`, `${HOME}/two`] });
    frontier.started(`${HOME}/one`);
    expect(frontier.next()?.url).toBe(`${HOME}/two`);
    frontier.released(`${HOME}/one`);
    expect(frontier.next()?.url).toBe(`${HOME}/one`);
  });

  it('passes over hosts that are not ready', async () => {
    const seeds = ['https://a.example/', 'https://b.example/', 'https://a.example/2'];
    const frontier = await frontierOf({ seeds });
    expect(frontier.next((host) => host !== 'a.example')?.url).toBe('https://b.example/');
    expect(frontier.next(() => false)).toBeUndefined();
    expect(frontier.ending()).toBeUndefined();
  });

  it.each(['started', 'failed', 'released'] as const)(
    'takes %s of a URL that was not handed out for a mistake',
    async (event) => {
      const frontier = await frontierOf();
      expect(() => frontier[event](`${HOME}/never`)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
    },
  );

  it('takes a second start for a mistake', async () => {
    const frontier = await frontierOf();
    frontier.started(`${HOME}/`);
    expect(() => frontier.started(`${HOME}/`)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });
});

describe('the limits of a frontier', () => {
  const wide = tableSite({
    '/': { links: ['/1', '/2', '/3', '/4'] },
    ...Object.fromEntries(['/1', '/2', '/3', '/4'].map((path) => [path, {}])),
  });

  it('are kept by reservation', async () => {
    const frontier = await frontierOf({ seeds: ['/1', '/2', '/3'].map((path) => HOME + path), maxPages: 2 });
    frontier.started(`${HOME}/1`);
    frontier.started(`${HOME}/2`);
    expect(frontier.next()).toBeUndefined();
    expect(frontier.ending()).toBeUndefined();
    frontier.finished(`${HOME}/1`, { finalUrl: `${HOME}/1` });
    expect(frontier.next()).toBeUndefined();
    frontier.failed(`${HOME}/2`);
    expect(frontier.next()?.url).toBe(`${HOME}/3`);
  });

  it('end the crawl, and name what was left', async () => {
    const frontier = await frontierOf({ maxPages: 3 });
    expect(pathsOf(crawlAll(frontier, wide))).toEqual(['/', '/1', '/2']);
    expect(frontier.ending()).toBe('max-pages');
    expect([...frontier.left()]).toEqual(['/3', '/4'].map((path) => ({ url: HOME + path, reason: 'max-pages' })));
  });

  it('do not count failures, duplicates and what is outside', async () => {
    const site = tableSite({
      '/': { links: ['/gone', '/again', '/away', '/1', '/2'] },
      '/gone': { fails: true },
      '/again': { redirect: '/' },
      '/away': { redirect: 'https://other.example/' },
      'https://other.example/': {},
      '/1': {},
      '/2': {},
    });
    const frontier = await frontierOf({ maxPages: 2 });
    expect(recorded(crawlAll(frontier, site))).toEqual(['/', '/1']);
    expect(frontier.counts()).toMatchObject({ pages: 2, failed: 1, duplicates: 1, outside: 1, waiting: 1 });
  });

  it('hold for each host, also where a redirect leads to another', async () => {
    const seeds = [1, 2, 3].flatMap((n) => [`https://a.example/${n}`, `https://b.example/${n}`]);
    const frontier = await frontierOf({ seeds, maxPagesPerHost: 2 });
    const site = (path: string) => (path === 'https://a.example/1' ? { redirect: 'https://b.example/other' } : {});
    const steps = crawlAll(frontier, site);
    expect(recorded(steps).filter((url) => url.includes('a.example'))).toHaveLength(3);
    expect(
      frontier.snapshot().urls.filter(({ key, state }) => key.includes('b.example') && state === 'page'),
    ).toHaveLength(2);
    expect(frontier.ending()).toBe('max-pages-per-host');
  });

  it('are not passed by a redirect to a host that has its pages', async () => {
    const seeds = ['https://b.example/', 'https://a.example/'];
    const frontier = await frontierOf({ seeds, maxPagesPerHost: 1 });
    const site = (path: string) => (path === 'https://a.example/' ? { redirect: 'https://b.example/other' } : {});
    expect(crawlAll(frontier, site).at(-1)?.verdict).toMatchObject({
      verdict: 'outside',
      reason: 'max-pages-per-host',
    });
  });
});
