import { expect } from '@playwright/test';
import { test, WORDS } from '../support/browser-rig.js';

const APP = `<div id="root"></div><script>root.innerHTML = '${WORDS}'.replaceAll('words', 'scripted words')</script>`;

for (const [does, script] of [
  ['loops for ever, again and again', 'setInterval(() => { for (;;); }, 1)'],
  [
    'waits for an answer and lets nothing happen meanwhile',
    `const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send()`,
  ],
] as const) {
  test(`of a page that ${does} is read what is there, and scripts run in the next`, async ({ rig }) => {
    await rig.serve(({ url }, response) => {
      if (url === '/never') return;
      response.setHeader('content-type', 'text/html').end(url === '/app' ? APP : `${WORDS}<script>${script}</script>`);
    });
    const reader = rig.openReader({ isolation: 'session', concurrency: 1 });
    await reader.read('http://site.test/app');
    const page = await reader.read('http://site.test/', { timeoutMs: 8_000 });
    expect(page).toMatchObject({ readiness: { reason: 'deadline' }, text: expect.stringContaining('plenty of words') });
    expect(page.warnings).not.toEqual([]);
    expect((await reader.read('http://site.test/app')).text).toContain('scripted words');
  });
}
