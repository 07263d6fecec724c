import { expect } from '@playwright/test';
import { isPagewardError } from '#src/base/errors.js';
import { HttpReader } from '#src/reader/http-reader.js';
import type { PageReader } from '#src/reader/reader.js';
import { html, labGuard, test, WORDS } from '../support/browser-rig.js';
import type { Answer } from '../support/http-server.js';

const typed = (type: string, body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': type },
  body,
});
const moved = (location: string, status = 302): Answer => ({ status, headers: { location } });

const SERVED: Readonly<Record<string, Answer>> = {
  '/page': html(WORDS),
  '/json': typed('application/json', '{ "a": [1, 2] }'),
  '/text': typed('text/plain', 'a < b\n\n  c'),
  '/markdown': typed('text/markdown', '# Title\n\ntext'),
  '/feed': typed('application/rss+xml', '<rss version="2.0"><channel><title>F</title></channel></rss>'),
  '/image': typed('image/png', '\u0089PNG'),
  '/missing': typed('text/html', '<title>Gone</title><p>not here', 404),
  '/missing-empty': typed('text/html', '', 404),
  '/empty': typed('text/html', ''),
  '/no-content': { status: 204 },
  '/untyped-page': typed('', `<p>${WORDS}`),
  '/untyped-text': typed('', 'just words'),
  '/nonsense-type': typed('foo', `<h1>Title</h1>${WORDS}`),
  '/moved': moved('/further?x#part', 301),
  '/further?x': moved('page', 307),
  '/moved-with-password': moved('http://me:secret@site.test/page'),
  '/moved-to-file': moved('file:///etc/passwd'),
  '/moved-inside': moved('http://127.0.0.1:8080/'),
};

async function outcome(reader: PageReader, url: string): Promise<unknown> {
  try {
    const {
      rendered: _,
      readiness: __,
      timing: ___,
      extraction: ____,
      warnings: _____,
      ...page
    } = await reader.read(url);
    return page;
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
}

for (const path of Object.keys(SERVED)) {
  test(`is the same over plain HTTP and in the browser: ${path}`, async ({ rig }) => {
    await rig.serve((request, response) => {
      const { status = 404, headers = {}, body = '' } = SERVED[request.url ?? ''] ?? {};
      if (headers['content-type'] === '') delete headers['content-type'];
      response.writeHead(status, headers).end(body);
    });
    await using plain = new HttpReader({ guard: labGuard(rig.lab) });
    const url = `http://site.test${path}`;
    expect(await outcome(rig.openReader(), url)).toEqual(await outcome(plain, url));
  });
}
