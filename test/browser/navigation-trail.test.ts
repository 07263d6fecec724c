import { describe, expect, it } from 'vitest';
import { NavigationTrail } from '#src/browser/navigation-trail.js';

const answer = (url: string, statusCode = 200) => ({ url, statusCode, headers: {}, contentType: 'text/html' });

function shown(trail: NavigationTrail, loader: string, url: string, statusCode?: number): void {
  trail.answered(loader, answer(url, statusCode));
  trail.shows(loader);
}

describe('the trail of a frame', () => {
  it('knows a move by what the document asked for, fragment included', () => {
    const trail = new NavigationTrail('http://a.test/#top');
    shown(trail, '1', 'http://a.test/', 203);
    trail.asks('http://a.test/b#part', 'metaTagRefresh');
    shown(trail, '2', 'http://a.test/b', 404);
    expect(trail.url).toBe('http://a.test/b#part');
    expect(trail.response?.statusCode).toBe(404);
    expect(trail.redirects).toEqual([
      { url: 'http://a.test/#top', statusCode: 203, location: 'http://a.test/b#part', kind: 'meta-refresh' },
    ]);
  });

  it('leaves a route where the document went by itself as the start of the next move', () => {
    const trail = new NavigationTrail('http://a.test/');
    shown(trail, '1', 'http://a.test/');
    trail.routesTo('http://a.test/route');
    trail.routesTo('about:blank');
    shown(trail, '2', 'http://a.test/c');
    expect(trail.redirects.map(({ url, kind }) => [url, kind])).toEqual([['http://a.test/route', 'script']]);
  });

  it('forgets what came to nothing', () => {
    const trail = new NavigationTrail('http://a.test/');
    shown(trail, '1', 'http://a.test/');
    trail.hops('2', { url: 'http://a.test/b', statusCode: 302, location: 'http://a.test/c', kind: 'http' });
    trail.dropped('2');
    trail.shows('2');
    trail.shows('a blob, which nothing answered');
    expect(trail.redirects).toEqual([]);
    expect(trail.url).toBe('http://a.test/');
  });

  it('tells a move from the first navigation before news came that the first is shown', () => {
    const trail = new NavigationTrail('http://a.test/');
    expect(trail.isFirst('1', 'http://a.test/')).toBe(true);
    trail.answered('1', answer('http://a.test/'));
    expect(trail.isFirst('2', 'http://a.test/b')).toBe(false);
    trail.shows('1');
    shown(trail, '2', 'http://a.test/b');
    expect(trail.redirects).toHaveLength(1);
  });

  it('counts moves and hops apart, and bears ten of each', () => {
    const trail = new NavigationTrail('http://a.test/');
    const hop = { url: 'http://a.test/', statusCode: 302, location: 'http://a.test/', kind: 'http' } as const;
    for (let count = 0; count < 10; count += 1) expect(trail.hops('1', hop)).toBe(true);
    expect(trail.hops('1', hop)).toBe(false);
    shown(trail, '1', 'http://a.test/');
    for (let count = 0; count < 10; count += 1) {
      expect(trail.isWorn).toBe(false);
      shown(trail, `move ${count}`, 'http://a.test/');
    }
    expect(trail.isWorn).toBe(true);
  });
});
