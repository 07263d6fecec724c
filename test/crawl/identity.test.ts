import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '#src/crawl/fingerprint.js';
import type { PageVerdict } from '#src/crawl/frontier-events.js';
import {
  crawlAll,
  frontierOf,
  HOME,
  PROSE,
  pathsOf,
  recorded,
  type SimulatedPage,
  type Step,
  tableSite,
} from './simulated-site.ts';

const verdictOf = (steps: readonly Step[], path: string): PageVerdict | undefined =>
  steps.find(({ url }) => url === HOME + path)?.verdict;

/** A site of these pages, which the start page links to. */
const linked = (pages: Readonly<Record<string, SimulatedPage>>) =>
  tableSite({ '/': { links: Object.keys(pages) }, ...pages });

describe('a redirect', () => {
  it('makes two URLs one page, which is recorded where it ended and not read again', async () => {
    const steps = crawlAll(
      await frontierOf(),
      linked({ '/old': { redirect: '/new' }, '/new': { links: ['/more'] }, '/more': {} }),
    );
    expect(pathsOf(steps)).toEqual(['/', '/old', '/more']);
    expect(verdictOf(steps, '/old')).toMatchObject({ verdict: 'page', key: `${HOME}/new`, depth: 1 });
  });

  it('to a page that is recorded repeats it', async () => {
    const steps = crawlAll(await frontierOf(), linked({ '/new': {}, '/old': { redirect: '/new' } }));
    expect(verdictOf(steps, '/old')).toMatchObject({
      verdict: 'duplicate',
      of: `${HOME}/new`,
      by: 'redirect',
      follow: false,
    });
  });

  it('out of scope is told, and its links are not followed', async () => {
    const frontier = await frontierOf({ exclude: ['/private/**'] });
    const pages = { '/away': { redirect: 'https://other.example/' }, '/in': { redirect: '/private/x' } };
    const steps = crawlAll(frontier, (path) => linked(pages)(path) ?? { links: ['/never'] });
    expect(verdictOf(steps, '/away')).toMatchObject({ verdict: 'outside', reason: 'outside', follow: false });
    expect(verdictOf(steps, '/in')).toMatchObject({ verdict: 'outside', reason: 'excluded', follow: false });
    expect(pathsOf(steps)).not.toContain('/never');
  });

  it('of a seed is followed whatever the patterns say, on its host', async () => {
    const site = tableSite({ '/': { redirect: '/en' }, '/en': { links: ['/docs/a', '/about'] }, '/docs/a': {} });
    expect(pathsOf(crawlAll(await frontierOf({ include: ['/docs/**'] }), site))).toEqual(['/', '/docs/a']);
  });

  it('to a URL that is being read records it once, and loses it not if that read fails', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/old`, `${HOME}/new`] });
    frontier.started(`${HOME}/old`);
    frontier.started(`${HOME}/new`);
    expect(frontier.finished(`${HOME}/old`, { finalUrl: `${HOME}/new` })).toMatchObject({
      verdict: 'page',
      follow: true,
    });
    frontier.failed(`${HOME}/new`);
    expect(frontier.counts()).toMatchObject({ pages: 1, failed: 0, duplicates: 1 });
  });

  it('to a URL that is being read makes its own read a repetition', async () => {
    const frontier = await frontierOf({ seeds: [`${HOME}/old`, `${HOME}/new`], maxPages: 2 });
    frontier.started(`${HOME}/old`);
    frontier.started(`${HOME}/new`);
    frontier.finished(`${HOME}/old`, { finalUrl: `${HOME}/new` });
    expect(frontier.finished(`${HOME}/new`, { finalUrl: `${HOME}/new` })).toMatchObject({
      verdict: 'duplicate',
      by: 'redirect',
    });
    expect(frontier.counts()).toMatchObject({ pages: 1, duplicates: 1, active: 0 });
  });
});

describe('equal content', () => {
  it('is one page, and names which', async () => {
    const steps = crawlAll(await frontierOf(), linked({ '/a': { text: PROSE }, '/b': { text: ` ${PROSE}\n` } }));
    expect(verdictOf(steps, '/b')).toMatchObject({
      verdict: 'duplicate',
      of: `${HOME}/a`,
      by: 'content',
      follow: true,
    });
  });

  it('of few words is no proof', async () => {
    const steps = crawlAll(
      await frontierOf(),
      linked({ '/a': { text: 'Nothing found.' }, '/b': { text: 'Nothing found.' } }),
    );
    expect(recorded(steps)).toEqual(['/', '/a', '/b']);
  });

  it('of few words is proof for two spellings of one address', async () => {
    const steps = crawlAll(await frontierOf(), linked({ '/a': { text: 'Short.' }, '/a/': { text: 'Short.' } }));
    expect(verdictOf(steps, '/a/')).toMatchObject({ verdict: 'duplicate', of: `${HOME}/a`, by: 'content' });
  });

  it.each([
    ['/a/', '/a/index.html'],
    ['/a/index.html', '/a/'],
    ['/a/', '/a'],
  ])('makes %s and %s one page, whichever is read first', async (one, other) => {
    const pages = { [one]: { text: 'Short.' }, [other]: { text: 'Short.' } };
    expect(recorded(crawlAll(await frontierOf(), linked(pages)))).toEqual(['/', one]);
  });

  it('is followed so often and no more, and then told as a trap', async () => {
    const site = (path: string) => ({ text: PROSE, links: [`/${Number(path.slice(1)) + 1}`] });
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, site);
    expect(steps).toHaveLength(22);
    expect(steps.at(-1)?.verdict).toMatchObject({ follow: false });
    expect(steps.at(-1)?.verdict?.traps).toMatchObject([{ kind: 'same-content', pattern: `${HOME}/`, count: 1 }]);
  });

  it('nearly is a page of its own that says what it resembles', async () => {
    const long = Array.from({ length: 40 }, (_, index) => PROSE.replaceAll('the', `the${index}`)).join(' ');
    const steps = crawlAll(
      await frontierOf(),
      linked({ '/a': { text: long }, '/b': { text: long.replace('lazy', 'idle') } }),
    );
    expect(verdictOf(steps, '/b')).toMatchObject({ verdict: 'page', nearDuplicateOf: `${HOME}/a` });
  });
});

describe('a canonical URL', () => {
  const long = Array.from({ length: 40 }, (_, index) => PROSE.replaceAll('the', `the${index}`)).join(' ');

  it('is believed when its page says the same', async () => {
    const steps = crawlAll(
      await frontierOf(),
      linked({ '/a': { text: 'Short.' }, '/b': { text: 'Short.', canonical: '/a' } }),
    );
    expect(verdictOf(steps, '/b')).toMatchObject({ verdict: 'duplicate', of: `${HOME}/a`, by: 'canonical' });
  });

  it('is believed when its page says nearly the same', async () => {
    const print = { text: `${long} printed`, canonical: '/a' };
    const steps = crawlAll(await frontierOf(), linked({ '/a': { text: long }, '/print': print }));
    expect(verdictOf(steps, '/print')).toMatchObject({ verdict: 'duplicate', of: `${HOME}/a`, by: 'canonical' });
  });

  it('is not believed when its page says something else', async () => {
    const pages = Object.fromEntries(['/1', '/2', '/3'].map((path) => [path, { canonical: '/' }]));
    const steps = crawlAll(await frontierOf(), linked(pages));
    expect(recorded(steps)).toEqual(['/', '/1', '/2', '/3']);
    expect(verdictOf(steps, '/2')).toMatchObject({ canonicalIgnored: 'content-differs' });
  });

  it('is read when nothing links to it, and repeats the page that named it', async () => {
    const pages = { '/a?from=list': { text: 'Short.', canonical: '/a' } };
    const site = (path: string) => (path === '/a' ? { text: 'Short.', canonical: '/a' } : linked(pages)(path));
    const steps = crawlAll(await frontierOf(), site);
    expect(pathsOf(steps)).toEqual(['/', '/a?from=list', '/a']);
    expect(verdictOf(steps, '/a?from=list')).toMatchObject({ verdict: 'page', canonicalIgnored: 'unread' });
    expect(verdictOf(steps, '/a')).toMatchObject({ verdict: 'duplicate', of: `${HOME}/a?from=list`, by: 'canonical' });
  });

  it('of another site, or out of scope, is not believed', async () => {
    const frontier = await frontierOf({ exclude: ['/x/**'] });
    const pages = { '/a': { canonical: 'https://other.example/a' }, '/b': { canonical: '/x/b' } };
    const steps = crawlAll(frontier, linked(pages));
    expect(verdictOf(steps, '/a')).toMatchObject({ verdict: 'page', canonicalIgnored: 'other-site' });
    expect(verdictOf(steps, '/b')).toMatchObject({ verdict: 'page', canonicalIgnored: 'out-of-scope' });
  });

  it('that goes in a circle hides no page', async () => {
    const pages = { '/a': { text: 'One.', canonical: '/b' }, '/b': { text: 'Two.', canonical: '/a' } };
    expect(recorded(crawlAll(await frontierOf(), linked(pages)))).toEqual(['/', '/a', '/b']);
    const same = { '/a': { text: 'One.', canonical: '/b' }, '/b': { text: 'One.', canonical: '/a' } };
    expect(recorded(crawlAll(await frontierOf(), linked(same)))).toEqual(['/', '/a']);
  });

  it('that is the page itself is no matter', async () => {
    const steps = crawlAll(
      await frontierOf(),
      linked({ '/a?utm_source=x': { canonical: '/a' }, '/a': { canonical: '/a' } }),
    );
    expect(verdictOf(steps, '/a')).not.toHaveProperty('canonicalIgnored');
  });
});

describe('the habits of a site', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];

  it('with slashes are learnt from redirects', async () => {
    const links = names.flatMap((name) => [`/${name}`, `/${name}/`]);
    const site = (path: string): SimulatedPage => {
      if (path === '/') return { links };
      return path.endsWith('/') ? {} : { redirect: `${path}/` };
    };
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, site);
    expect(recorded(steps)).toHaveLength(7);
    // Three redirects are proof; of the others only one spelling is read.
    expect(steps).toHaveLength(7);
    expect(frontier.next()).toBeUndefined();
  });

  it('with slashes are not learnt where they make two pages', async () => {
    const links = names.flatMap((name) => [`/${name}`, `/${name}/`]);
    const steps = crawlAll(await frontierOf(), (path) => (path === '/' ? { links } : {}));
    expect(recorded(steps)).toHaveLength(13);
  });

  it('with slashes are learnt from equal content', async () => {
    const links = names.flatMap((name) => [`/${name}`, `/${name}/`]);
    const site = (path: string) => (path === '/' ? { links } : { text: path.replaceAll('/', '') });
    const steps = crawlAll(await frontierOf(), site);
    expect(recorded(steps)).toHaveLength(7);
    expect(steps).toHaveLength(7 + 3);
  });

  it('with https are learnt from redirects, and hold for links met later', async () => {
    const site = (path: string): SimulatedPage => {
      if (path.startsWith('http://')) return { redirect: path.replace('http:', 'https:') };
      const links = names.map((name) => `http://site.example/${name}`);
      if (path === '/') return { links: links.slice(0, 4) };
      return path === '/four' ? { links: [...links, `${HOME}/five`] } : {};
    };
    const steps = crawlAll(await frontierOf(), site);
    expect(recorded(steps)).toHaveLength(7);
    expect(steps).toHaveLength(7);
  });

  it('with session ids are learnt from equal content on pages that differ', async () => {
    let session = 0;
    const site = (path: string): SimulatedPage => {
      const url = new URL(path, HOME);
      session += 1;
      const links = names.map((name) => `/${name}?sid=${session}`);
      return { text: `The page ${url.pathname}`, links };
    };
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, site);
    expect(frontier.counts().pages).toBe(7);
    expect(steps.length).toBeLessThan(20);
    expect(frontier.traps()).toMatchObject([{ kind: 'session', pattern: expect.stringContaining('?sid={value}') }]);
  });

  it('with session ids in the path likewise', async () => {
    let session = 0;
    const site = (path: string): SimulatedPage => {
      session += 1;
      const id = `4f0a9c${String(session).padStart(12, '0')}`;
      return { text: `The page ${path.split('/').at(-1)}`, links: names.map((name) => `/s/${id}/${name}`) };
    };
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, site);
    expect(frontier.counts().pages).toBe(7);
    expect(steps.length).toBeLessThan(20);
  });

  it('are not learnt from one page that all addresses give', async () => {
    const site = (path: string): SimulatedPage => {
      if (path === '/') return { links: [1, 2, 3, 4, 5, 6].map((id) => `/item?id=${id}`) };
      return path.endsWith('=6') ? { text: 'The sixth item' } : { text: 'We use cookies. Do you consent?' };
    };
    const steps = crawlAll(await frontierOf(), site);
    expect(recorded(steps)).toContain('/item?id=6');
  });

  it('are not learnt where values make pages', async () => {
    const site = (path: string): SimulatedPage => {
      if (path === '/') return { links: names.flatMap((name) => [1, 2, 3].map((page) => `/${name}?page=${page}`)) };
      return { text: path.endsWith('=3') ? `no more of ${path.split('?')[0]}` : path };
    };
    expect(recorded(crawlAll(await frontierOf(), site))).toHaveLength(19);
  });
});

describe('places within a page', () => {
  const places = ['#/inbox', '#/sent', '#/trash', '#/drafts', '#/spam'].map((place) => `/app${place}`);

  it('are pages when one of them shows something else', async () => {
    const site = (path: string) => (path === '/' ? { links: places } : { text: path });
    const steps = crawlAll(await frontierOf(), site);
    expect(recorded(steps)).toEqual(['/', '/app', ...places]);
  });

  it('are anchors when a few of them show the page itself', async () => {
    const site = (path: string) => (path === '/' ? { links: places } : { text: path.split('#')[0] ?? '' });
    const frontier = await frontierOf();
    const steps = crawlAll(frontier, site);
    expect(pathsOf(steps)).toEqual(['/', '/app', ...places.slice(0, 3)]);
    expect(verdictOf(steps, '/app#/inbox')).toMatchObject({ verdict: 'duplicate', by: 'anchor', of: `${HOME}/app` });
    expect(steps.at(-1)?.verdict?.skipped).toEqual(
      places.slice(3).map((path) => ({ url: HOME + path, reason: 'duplicate', of: `${HOME}/app` })),
    );
    expect(frontier.counts()).toMatchObject({ pages: 2, held: 0 });
  });

  it('are pages also where the first shows what the page shows anyway', async () => {
    const site = (path: string) => {
      if (path === '/') return { links: places };
      return { text: path === '/app#/inbox' ? '/app' : path };
    };
    expect(recorded(crawlAll(await frontierOf(), site))).toEqual(['/', '/app', ...places.slice(1)]);
  });

  it('are found on the page itself, and need a browser', async () => {
    const frontier = await frontierOf();
    frontier.started(`${HOME}/`);
    frontier.finished(`${HOME}/`, {
      finalUrl: `${HOME}/`,
      fingerprint: { hash: '1'.repeat(16), simhash: '0'.repeat(16), words: 3 },
    });
    frontier.discovered([{ url: `${HOME}/#!about` }], `${HOME}/`);
    expect(frontier.next()).toMatchObject({ url: `${HOME}/#!about`, route: true, depth: 1 });
  });

  it('are compared with one another where the page itself cannot be read', async () => {
    const site = (path: string) =>
      path === '/' ? { links: places } : path === '/app' ? { fails: true } : { text: path };
    expect(recorded(crawlAll(await frontierOf(), site))).toEqual(['/', ...places]);
  });

  it('are known to be the page where its program moves itself to one', async () => {
    const site = (path: string): SimulatedPage => {
      if (path === '/') return { redirect: '/#/home' };
      return { text: path, links: ['/#/home', '/#/about'] };
    };
    expect(pathsOf(crawlAll(await frontierOf(), site))).toEqual(['/', '/#/about']);
  });

  it('are judged to the end where the one that is to be read turns out to be known by another spelling', async () => {
    const site = (path: string): SimulatedPage => {
      if (path === '/') return { links: ['/app/#/a', '/app/#/b', '/app#/a', '/1', '/2', '/3'] };
      return /^\/(?:\d|app)$/.test(path) ? { redirect: `${path}/` } : { text: path.replace('/app#', '/app/#') };
    };
    const frontier = await frontierOf();
    const read = (path: string) => {
      frontier.started(HOME + path);
      const { redirect, text = path } = site(path) ?? {};
      frontier.finished(HOME + path, { finalUrl: HOME + (redirect ?? path), fingerprint: fingerprintOf({ text }) });
    };
    read('/');
    frontier.discovered(
      (site('/')?.links ?? []).map((link) => ({ url: HOME + link })),
      `${HOME}/`,
    );
    // `/app/#/a` is to be read next, and is dropped when the site is known to take both spellings for one.
    for (const path of ['/app/', '/1', '/2', '/3']) read(path);
    crawlAll(frontier, site);
    expect(frontier.counts()).toMatchObject({ held: 0, waiting: 0 });
    expect(frontier.snapshot().urls.filter(({ key, state }) => key.includes('#') && state === 'page')).toHaveLength(2);
  });

  it('are read always, or never, when the operator says so', async () => {
    const site = (path: string) => (path === '/' ? { links: places } : { text: path.split('#')[0] ?? '' });
    expect(crawlAll(await frontierOf({ hashRoutes: 'always' }), site)).toHaveLength(7);
    expect(pathsOf(crawlAll(await frontierOf({ hashRoutes: 'never' }), site))).toEqual(['/', '/app']);
  });

  it('are not asked for ever on a site that has only anchors', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `/page${index}`);
    const links = pages.flatMap((page) => [1, 2, 3, 4].map((place) => `${page}#/${place}`));
    const site = (path: string) => (path === '/' ? { links } : { text: path.split('#')[0] ?? '' });
    // The page itself, and three places of the first ten.
    expect(crawlAll(await frontierOf(), site)).toHaveLength(1 + 20 + 30);
  });
});
