import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { startDemoSite, startInternalService } from '../../fixtures/demo-site/server.js';
import { runCli } from '../support/run-cli.js';

const browser = await locateBrowser().catch(() => undefined);

describe.skipIf(browser === undefined)('pageward read on a page that scripts make', () => {
  let internal: Awaited<ReturnType<typeof startInternalService>>;
  let site: Awaited<ReturnType<typeof startDemoSite>>;

  beforeAll(async () => {
    internal = await startInternalService();
    site = await startDemoSite({ internalUrl: `${internal.origin}/` });
  });
  afterAll(() => Promise.all([site.close(), internal.close()]));

  it.each(['auto', 'browser'])('reads it whole with --reader %s', async (reader) => {
    const { code, stdout } = await runCli([
      'read',
      `${site.origin}/`,
      '--reader',
      reader,
      '--allow-private',
      site.host,
    ]);
    expect(stdout).toContain('who walked it off');
    expect(code).toBe(0);
  });

  it('says with auto why it took the browser', async () => {
    const { stderr } = await runCli(['read', `${site.origin}/`, '--allow-private', site.host]);
    expect(stderr).toMatch(/Rendered in a browser, since/);
  });

  it('is given what to wait for', async () => {
    const flags = ['--reader', 'browser', '--wait-for', 'blockquote', '--format', 'json'];
    const { stdout } = await runCli(['read', `${site.origin}/`, '--allow-private', site.host, ...flags]);
    expect(JSON.parse(stdout)).toMatchObject({ rendered: true, readiness: { reason: 'selector' } });
  });

  it('refuses a redirect inside, with nothing reaching the target', async () => {
    expect((await fetch(`${site.origin}/archive`)).status).toBe(200);
    const before = internal.visits();
    const args = ['read', `${site.origin}/archive`, '--reader', 'browser', '--allow-private', site.host];
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toContain('REFUSED_ADDRESS');
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(internal.visits()).toBe(before);
  });
});
