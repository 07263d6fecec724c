import { describe, expect, it } from 'vitest';
import { siteOf } from '#src/base/site.js';

describe('a site', () => {
  it.each([
    ['https://www.example.com/a', 'example.com'],
    ['http://example.com:8080/', 'example.com'],
    ['https://a.b.example.co.uk/', 'example.co.uk'],
    ['https://someone.github.io/', 'someone.github.io'],
    ['https://other.github.io/', 'other.github.io'],
    ['http://93.184.216.34/', '93.184.216.34'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://localhost:3000/', 'localhost'],
    ['http://co.uk/', 'co.uk'],
    ['https://bücher.example.de/', 'example.de'],
  ])('%s is of %s', async (url, site) => {
    expect(await siteOf(url)).toBe(site);
  });
});
