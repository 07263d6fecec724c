// `npm run build && node docs/pictures.js` makes the pictures of the documentation anew, by the program itself.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { locateBrowser } from '../dist/browser/locate.js';
import { escapeHtml } from '../dist/page/escape-html.js';
import { buildReport, compareWithBaseline, htmlReport, nextBaseline } from '../dist/report/public.js';

const IMAGES = fileURLToPath(new URL('images/', import.meta.url));
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const run = promisify(execFile);

/** A shop as many are: its HTML is empty, and a program fills it in. */
const APP = '<!doctype html><title>Lamps</title><div id="app"></div><script src="/app.js"></script>';
const PROGRAM = `
  fetch('/api/lamps').then((answer) => answer.json()).then((lamps) => {
    document.getElementById('app').innerHTML = '<main><h1>Lamps</h1><p>All lamps are made to order, and leave our workshop within a week.</p><table><tr><th>Lamp<th>Price<th>In stock</tr>' +
      lamps.map(([name, price, stock]) => '<tr><td><a href="/lamps/' + name.toLowerCase() + '">' + name + '</a><td>' + price + '<td>' + stock + '</tr>').join('') + '</table></main>';
  });
`;
const LAMPS = [
  ['Anglepoise', '€ 120.00', 4],
  ['Pendant', '€ 89.00', 12],
  ['Torch', '€ 15.50', 0],
];

const folder = await mkdtemp(path.join(tmpdir(), 'pageward-pictures-'));
const { path: executablePath } = await locateBrowser();
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
try {
  const report = path.join(folder, 'report.html');
  await writeFile(report, htmlReport(await reportOfSite()));
  for (const colorScheme of ['light', 'dark'])
    await picture(`report-${colorScheme}`, report, { colorScheme, height: 900 });
  const terminal = path.join(folder, 'terminal.html');
  await writeFile(terminal, await terminalPage());
  await picture('terminal', terminal, { colorScheme: 'dark', height: 100, fullPage: true });
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function picture(name, file, { colorScheme, height, fullPage = false }) {
  const context = await browser.newContext({ viewport: { width: 1_100, height }, colorScheme });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(IMAGES, `${name}.png`), fullPage });
  await context.close();
}

/** A terminal in which a page is read that is made by a program, and one that nobody is to read. */
async function terminalPage() {
  const server = createServer(({ url }, response) => {
    if (url === '/api/lamps') response.setHeader('content-type', 'application/json').end(JSON.stringify(LAMPS));
    else if (url === '/app.js') response.setHeader('content-type', 'text/javascript').end(PROGRAM);
    else response.setHeader('content-type', 'text/html').end(APP);
  });
  server.listen(8_080, '127.0.0.1');
  await once(server, 'listening');
  const shown = [];
  for (const args of [
    ['read', 'http://127.0.0.1:8080/lamps', '--allow-private', '127.0.0.1:8080', '--reader', 'http'],
    ['read', 'http://127.0.0.1:8080/lamps', '--allow-private', '127.0.0.1:8080'],
    ['read', 'http://169.254.169.254/latest/meta-data/'],
  ]) {
    // A refusal is what is to be shown.
    const { stdout, stderr } = await run(process.execPath, [CLI, ...args]).catch((failure) => failure);
    shown.push(`<b>$ pageward ${escapeHtml(args.join(' '))}</b>\n${escapeHtml(stdout)}<i>${escapeHtml(stderr)}</i>`);
  }
  server.close();
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 1.2rem 1.5rem; background: #12171a; color: #c9d3d8; }
    pre { margin: 0; font: 15px/1.5 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap; }
    b { color: #6fcbd8; } i { color: #f0b46a; font-style: normal; }
  </style><pre>${shown.join('\n')}</pre>`;
}

/** The report of a site of three hundred pages with a little of everything, against a baseline. */
async function reportOfSite() {
  const crawled = path.join(folder, 'site');
  const site = 'https://docs.example.com';
  const url = (at) => `${site}/${['guide', 'api', 'blog'][at % 3]}/page-${at}`;
  const pages = Array.from({ length: 300 }, (_, at) => ({
    ...{
      seq: at + 1,
      url: at === 0 ? `${site}/` : url(at),
      finalUrl: at === 0 ? `${site}/` : url(at),
      hash: 'sha256:0',
    },
    ...{
      depth: at === 0 ? 0 : 1 + Math.floor(Math.log2(at + 1) / 3),
      statusCode: 200,
      mediaType: 'text/html',
      links: 6,
    },
    ...{ fetchedAt: new Date(Date.UTC(2026, 10, 30, 10, 0, 0, at * 187)).toISOString(), file: `page-${at}.md` },
    ...{ title: `Page ${at} of the guide`, text: `# Page ${at}\n\n${'Words of a page. '.repeat(20 + (at % 40))}` },
    ...{ rendered: at % 3 === 2, timing: { totalMs: at % 25 === 9 ? 4_100 : 60 + ((at * 37) % 900) } },
    ...{ metadata: {}, audit: auditOf(at) },
  }));
  const links = pages.flatMap(({ finalUrl: from }, at) =>
    [1, 2, 3, 7, 11].map((step) => ({ from, to: url((at * step + step) % 300), text: 'Read on' })),
  );
  const failures = [3, 5, 8].map((at) => ({
    ...{
      url: `${site}/old/page-${at}`,
      depth: 2,
      code: 'HTTP_STATUS',
      message: 'the server answered 404',
      status: 404,
    },
  }));
  const broken = failures.flatMap(({ url: to }, at) =>
    [4, 40].map((by) => ({ from: url(by + at), to, text: 'the old guide' })),
  );
  const unmet = { what: '.price', expected: 'at least 1', actual: '0' };
  const expectations = [{ url: url(12), status: 200, name: 'product pages', ok: false, faults: [unmet] }];
  const external = [1, 2].map((at) => ({ url: `https://elsewhere.example/${at}`, ok: false, status: 503 }));
  await run('mkdir', ['-p', crawled]);
  const summary = {
    reason: 'complete',
    seeds: [`${site}/`],
    startedAt: pages[0].fetchedAt,
    endedAt: pages[299].fetchedAt,
  };
  const write = async (files) => {
    for (const [name, rows] of Object.entries(files)) {
      await writeFile(path.join(crawled, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  };
  await writeFile(path.join(crawled, 'crawl.json'), JSON.stringify(summary));
  await write({ journal: [], pages, links: [...links, ...broken], failures: failures.slice(1), external });
  const baseline = nextBaseline(await buildReport(crawled), undefined, true);
  await write({ failures, expectations });
  return compareWithBaseline(await buildReport(crawled), baseline);
}

function auditOf(at) {
  return {
    ...{ words: 200, documentTitle: `Page ${at}`, serverWords: at % 15 === 5 ? 3 : 190 },
    ...(at % 7 === 0 ? {} : { metaDescription: 'What it is about.' }),
    ...(at % 60 === 2 ? { consoleErrors: { count: 1, messages: ['TypeError: undefined is not a function'] } } : {}),
  };
}
