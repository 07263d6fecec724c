import { expect } from '@playwright/test';
import { WORDS } from '../../support/browser-rig.js';
import { CODINGS, type Coding, sendBomb } from '../../support/hostile-answers.js';
import { expectFate, type LoadRig, test } from '../../support/load-rig.js';

// Ten gigabytes each, once unpacked: 17 MB of gzip, 10 of Brotli or less, 320 kB of Zstandard. Over TLS, where browsers
// take Brotli and Zstandard and the guard cannot look inside.

async function serveBombs(load: LoadRig): Promise<void> {
  await load.serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://site.test');
    const [, coding] = pathname.split('/bomb/');
    if (coding !== undefined) void sendBomb(response, coding as Coding, searchParams.get('as') ?? 'text/html');
    else response.setHeader('content-type', 'text/html').end(pageOfBombs(searchParams.get('of') ?? ''));
  });
}

function pageOfBombs(coding: string): string {
  const bomb = (type: string): string => `/bomb/${coding}?as=${type}`;
  return `${WORDS}<link rel=stylesheet href="${bomb('text/css')}"><img src="${bomb('image/png')}">
    <script async src="${bomb('text/javascript')}"></script><iframe src="${bomb('text/html')}"></iframe>
    <script>fetch('${bomb('application/json')}').then((answer) => answer.text())</script>`;
}

for (const coding of CODINGS) {
  test(`a document of 10 GB packed by ${coding} is cut by plain HTTP, or not unpacked at all`, async ({ load }) => {
    await serveBombs(load);
    const fate = await load.survive(await load.open('http'), `https://site.test/bomb/${coding}`);
    if (coding === 'zstd') expect(fate).toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    else
      expect(fate).toMatchObject({
        sizeCapped: true,
        warnings: expect.arrayContaining([expect.stringContaining('size limit')]),
      });
  });

  test(`a document of 10 GB packed by ${coding} ends its page in the browser, and nothing else`, async ({ load }) => {
    await serveBombs(load);
    const fate = await load.survive(await load.open('browser'), `https://site.test/bomb/${coding}`);
    expectFate(fate, ['BROWSER_CRASHED', 'TIMEOUT']);
  });

  test(`a page that loads 10 GB packed by ${coding} in five ways at once does no harm`, async ({ load }) => {
    await serveBombs(load);
    const fate = await load.survive(await load.open('browser'), `https://site.test/?of=${coding}`);
    expectFate(fate, ['BROWSER_CRASHED', 'TIMEOUT']);
  });
}
