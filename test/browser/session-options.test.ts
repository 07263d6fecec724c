import { expect, it } from 'vitest';
import { checkedCookies } from '#src/browser/storage-state.js';
import { BrowserReader, type BrowserReaderOptions } from '#src/reader/browser-reader.js';

it.each<[string, unknown, RegExp]>([
  ['a device that is no text', { device: 5 }, /device/],
  ['a window without height', { viewport: { width: 800 } }, /viewport/],
  ['a window of nothing', { viewport: { width: 0, height: 600 } }, /viewport\.width: must be 1 or more/],
  ['a language that is none', { locale: 'Deutsch!' }, /locale: must be a language tag/],
  ['a time zone that is none', { timezoneId: 'Mars/Olympus' }, /timezoneId: must be a time zone/],
  ['a colour scheme that is none', { colorScheme: 'sepia' }, /colorScheme/],
  ['credentials for everybody', { httpCredentials: { username: 'a', password: 'S3CRET' } }, /httpCredentials\.origin/],
  [
    'credentials for a path',
    { httpCredentials: { username: 'a', password: 'S3CRET', origin: 'https://e.com/S3CRET' } },
    /origin: must be an origin/,
  ],
  ['headers for everybody', { extraHTTPHeaders: { authorization: 'S3CRET' } }, /extraHTTPHeaders: .*use headers/],
  [
    'half a client certificate',
    { clientCertificates: [{ origin: 'https://e.com', passphrase: 'S3CRET' }] },
    /clientCertificates\.0: must have cert and key/,
  ],
  [
    'a certificate for a page',
    { clientCertificates: [{ origin: 'https://e.com/S3CRET', pfxPath: 'p' }] },
    /must be an origin/,
  ],
  ['a cookie for nobody', { cookies: [{ name: 'a', value: 'S3CRET' }] }, /cookies: 0 must have/],
  ['a cookie for two', { cookies: [{ name: 'a', value: 'S3CRET', url: 'https://e.com', domain: 'e.com' }] }, /0 must/],
  ['a cookie without a value', { cookies: [{ name: 'a', domain: 'S3CRET' }] }, /cookies: 0\.value/],
  ['an isolation that is none', { isolation: 'none' }, /isolation/],
])('%s is refused at construction, and no secret is quoted', (_, options, message) => {
  const build = () => new BrowserReader(options as BrowserReaderOptions);
  expect(build).toThrow(message);
  try {
    build();
  } catch (error) {
    expect(error).toMatchObject({ name: 'UsageError', code: 'INVALID_OPTION' });
    expect(JSON.stringify(error) + String(error)).not.toContain('S3CRET');
  }
});

it('a cookie belongs where its URL says', () => {
  const cookies = [
    { name: 'a', value: '1', url: 'https://www.e.com/docs/page' },
    { name: 'b', value: '2', domain: '.e.com' },
  ];
  const rest = { expires: -1, httpOnly: false, sameSite: 'Lax' };
  expect(checkedCookies(cookies)).toEqual([
    { name: 'a', value: '1', domain: 'www.e.com', path: '/docs/', secure: true, ...rest },
    { name: 'b', value: '2', domain: '.e.com', path: '/', secure: false, ...rest },
  ]);
});
