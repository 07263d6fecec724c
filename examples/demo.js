// `npm run demo`: one page that only scripts can make, read twice, and one link that must not be followed.
import { BrowserReader, HttpReader, isPagewardError } from 'pageward';
import { startDemoSite, startInternalService } from '../fixtures/demo-site/server.js';

const internal = await startInternalService();
const site = await startDemoSite({ internalUrl: `${internal.origin}/` });
// The demo site is on loopback, which the guard refuses; this opens one port of it and nothing else.
const options = { allowPrivate: [site.host] };
const http = new HttpReader(options);
const browser = new BrowserReader(options);

try {
  heading(`HttpReader reads ${site.origin}/`);
  const plain = await http.read(`${site.origin}/`, { images: true });
  show(plain);

  heading(`BrowserReader reads ${site.origin}/`);
  const rendered = await browser.read(`${site.origin}/`, { images: true });
  show(rendered);
  expect(plain.extraction?.rung === 'markup', 'the plain read should find no text');
  expect(rendered.text.includes('who walked it off'), 'the rendered text should be complete');
  expect((rendered.images ?? []).length >= 3, 'the images should be listed');

  heading(`${site.origin}/archive redirects to ${internal.origin}/, which is internal`);
  const reachable = await fetch(`${site.origin}/archive`);
  console.log(`Without a guard: HTTP ${reachable.status}, "${(await reachable.text()).trim()}"`);
  const before = internal.visits();
  for (const [name, reader] of [
    ['HttpReader', http],
    ['BrowserReader', browser],
  ]) {
    const refusal = await reader.read(`${site.origin}/archive`).then(
      () => undefined,
      (error) => error,
    );
    expect(isPagewardError(refusal) && refusal.code.startsWith('REFUSED_'), `${name} should be refused`, refusal);
    console.log(`${name}: ${refusal.code}, ${refusal.message}`);
  }
  expect(internal.visits() === before, 'nothing may reach the internal service');
  console.log(`Requests that reached the internal service from either reader: ${internal.visits() - before}`);
} finally {
  await Promise.all([http.close(), browser.close(), site.close(), internal.close()]);
}

function heading(text) {
  console.log(`\n=== ${text}\n`);
}

function show(page) {
  console.log(`HTTP ${page.statusCode} · ${page.mediaType} · ${page.title} · ${page.text.length} characters`);
  console.log(`${page.url} in ${page.timing?.totalMs} ms\n`);
  console.log(page.text);
  for (const warning of page.warnings ?? []) console.log(`\nWarning: ${warning}`);
  console.log(`\nImages: ${(page.images ?? []).map(({ url, alt }) => `\n- ${url} — ${alt}`).join('')}`);
}

function expect(condition, message, cause) {
  if (!condition) throw new Error(`The demo went wrong: ${message}`, { cause });
}
