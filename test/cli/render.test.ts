import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { startDemoSite, startInternalService } from '../../fixtures/demo-site/server.js';
import { serve } from '../support/http-server.js';
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

  it('takes the browser with auto where plain HTTP lacks what --selector names', async () => {
    const flags = ['--allow-private', site.host, '--selector', 'blockquote'];
    const { stdout, stderr } = await runCli(['read', `${site.origin}/`, ...flags]);
    expect(stdout).toMatch(/^> /);
    expect(stdout).not.toContain('include');
    expect(stderr).toMatch(/Rendered in a browser, since/);
  });

  it('saves a picture with --screenshot, in the browser, and prints the page all the same', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'pageward-screenshot-')), 'page.png');
    onTestFinished(() => rm(path.dirname(file), { recursive: true }));
    const args = ['read', `${site.origin}/`, '--allow-private', site.host, '--screenshot', file];
    const { code, stdout } = await runCli([...args, '--format', 'json']);
    expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
    expect(JSON.parse(stdout)).toMatchObject({ rendered: true, text: expect.stringContaining('who walked it off') });
    expect(JSON.parse(stdout)).not.toHaveProperty('screenshot');
    expect(code).toBe(0);
    await rm(file);
    expect((await runCli([...args, '--format', 'tool'])).code).toBe(0);
    expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
  });

  it('acts on the page, keeps its JSON answers and saves it in every form', async () => {
    await using shop = await serve((request, response) => {
      if (request.url?.startsWith('/api')) {
        response.setHeader('content-type', 'application/json').end('{"price":42}');
      } else {
        const script = `go.onclick = () => fetch('/api/price').then((a) => a.json()).then((a) => { out.textContent = 'costs ' + a.price })`;
        response
          .setHeader('content-type', 'text/html')
          .end(`<p>${'words to read '.repeat(30)}<p id="go">price?<p id="out"></p><script>${script}</script>`);
      }
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-forms-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const at = (name: string) => path.join(folder, name);
    await writeFile(
      at('actions.json'),
      JSON.stringify([{ click: '#go' }, { wait: { expression: 'out.textContent' } }]),
    );
    const { code, stdout, stderr } = await runCli([
      ...['read', `${shop.origin}/`, `${shop.origin}/again`, '--allow-private', shop.host, '--format', 'json'],
      ...['--actions', at('actions.json'), '--capture-json', '*/api/*', '--screenshot', at('{n}.webp')],
      ...['--pdf', at('{n}.pdf'), '--mhtml', at('{n}.mhtml'), '--html', at('{n}.html')],
    ]);
    expect(stderr).not.toContain('nothing to save');
    expect(code).toBe(0);
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first.text).toContain('costs 42');
    expect(second.captured).toEqual([
      { url: `${shop.origin}/api/price`, method: 'GET', statusCode: 200, json: { price: 42 } },
    ]);
    for (const form of ['pdf', 'mhtml', 'html', 'screenshot']) expect(first).not.toHaveProperty(form);
    for (const number of [1, 2]) {
      expect((await readFile(at(`${number}.webp`))).subarray(8, 12).toString()).toBe('WEBP');
      expect((await readFile(at(`${number}.pdf`))).subarray(0, 5).toString()).toBe('%PDF-');
      expect(await readFile(at(`${number}.mhtml`), 'utf8')).toContain('costs 42');
      expect(await readFile(at(`${number}.html`), 'utf8')).toContain('costs 42');
    }
  });

  it('exits 1 when an action cannot be done, and leaves the files of an earlier run alone', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-failed-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [actions, pdf] = [path.join(folder, 'actions.json'), path.join(folder, 'page.pdf')];
    await writeFile(actions, JSON.stringify([{ click: '#none', timeoutMs: 100 }]));
    await writeFile(pdf, 'earlier');
    const args = ['read', `${site.origin}/`, '--allow-private', site.host, '--actions', actions, '--pdf', pdf];
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toMatch(/action 1 \(click\): "#none" matches nothing \[ACTION_FAILED\]/);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(await readFile(pdf, 'utf8')).toBe('earlier');
  });

  it('exits 2 when the picture cannot be written, and 1 when there is none', async () => {
    const args = ['read', '--allow-private', site.host, `${site.origin}/`];
    const unwritable = await runCli([...args, '--screenshot', '/nonexistent/page.png']);
    expect(unwritable.stderr).toMatch(/cannot write \/nonexistent\/page\.png/);
    expect(unwritable.code).toBe(2);
    await using data = await serve((_, response) => void response.setHeader('content-type', 'text/plain').end('x'));
    const file = path.join(tmpdir(), 'pageward-never-written.png');
    const none = await runCli(['read', `${data.origin}/`, '--allow-private', data.host, '--screenshot', file]);
    expect(none).toMatchObject({ code: 1, stdout: 'x\n', stderr: expect.stringContaining('No screenshot') });
  });

  it('reads in the browser with the session of --storage-state', async () => {
    await using echo = await serve((request, response) => {
      const { cookie = 'nobody' } = request.headers;
      response.setHeader('content-type', 'text/html').end(`<p>You are ${cookie}`);
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-session-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'state.json');
    const cookie = { name: 'user', value: 'ada', domain: '127.0.0.1', path: '/' };
    await writeFile(file, JSON.stringify({ cookies: [cookie], origins: [] }));
    const args = ['read', `${echo.origin}/`, '--allow-private', echo.host];
    expect((await runCli(args)).stdout).toBe('You are nobody\n');
    expect((await runCli([...args, '--storage-state', file])).stdout).toBe('You are user=ada\n');
  });

  it.skipIf(process.platform !== 'linux')('leaves no browser behind when it is interrupted', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-interrupt-'));
    const running = async () => {
      const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const lines = await Promise.all(names.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')));
      return lines.filter((line) => line.includes(`--user-data-dir=${folder}`)).length;
    };
    let seen = 0;
    await using slow = await serve((request, response) => {
      if (request.url === '/') {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<div id="root"></div><script src="/never"></script>');
      }
    });
    const { code } = await runCli(['read', `${slow.origin}/`, '--reader', 'browser', '--allow-private', slow.host], {
      env: { TMPDIR: folder },
      onStart: (child) => {
        const watch = setInterval(async () => {
          if (!slow.hits.includes('GET /never')) return;
          clearInterval(watch);
          seen = await running();
          child.kill('SIGINT');
        }, 20);
      },
    });
    expect(code).toBe(130);
    expect(seen).toBeGreaterThan(0);
    await expect.poll(running).toBe(0);
    await rm(folder, { recursive: true });
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
