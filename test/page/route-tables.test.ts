import { describe, expect, it } from 'vitest';
import { routesFrom, withRoutes } from '#src/page/route-tables.js';

const PAGE = 'https://a.test/app/here';

describe('the routes of a page', () => {
  it.each([
    ['are addresses', '/app/one\n/app/two', ['https://a.test/app/one', 'https://a.test/app/two']],
    ['are named once', '/app/one\n/app/one', ['https://a.test/app/one']],
    ['may be places behind a hash', '/app#/one', ['https://a.test/app#/one']],
    ['leave out the page itself', '/app/here\n/app/one', ['https://a.test/app/one']],
    ['never lead to another site', 'https://b.test/\n//b.test/x\n/app/one', ['https://a.test/app/one']],
    ['are no other schemes', 'javascript:alert(1)\nhttp://[', []],
    ['are none where there is no table', '', []],
  ])('%s', (_, tables, routes) => {
    expect(routesFrom(tables, PAGE)).toEqual(routes);
  });

  it('end somewhere', () => {
    const tables = Array.from({ length: 2_000 }, (_, index) => `/${index}`).join('\n');
    expect(routesFrom(tables, PAGE)).toHaveLength(500);
  });

  it('come after the links, without what a link leads to', () => {
    const links = [{ url: 'https://a.test/one/', text: 'One' }];
    expect(withRoutes(links, ['https://a.test/one', 'https://a.test/two'])).toEqual([
      ...links,
      { url: 'https://a.test/two', text: '', kind: 'route' },
    ]);
  });
});
