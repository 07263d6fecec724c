/**
 * Reads pages of every kind many times, and says what it holds after it has warmed up and at the end, as one line of JSON.
 * Run as `node --expose-gc steady-state-program.js READER HOST`, where HOST serves the pages of `steady-state.load.ts` and
 * READER `session` is a browser's that reads in sessions.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const [kind = '', host = ''] = process.argv.slice(2);
const { AutoReader } = await import('#src/reader/auto-reader.js');
const { BrowserReader } = await import('#src/reader/browser-reader.js');
const { HttpReader } = await import('#src/reader/http-reader.js');

const KINDS = { http: HttpReader, browser: BrowserReader, session: BrowserReader, auto: AutoReader };
const PATHS = ['/plain', '/spa', '/refused', '/redirect', '/error', '/paper.pdf', '/never', '/abort', '/gone', '/feed'];
const IN_A_ROW = 200;
const AT_ONCE = 8;
/** Of a hundred reads, eight at once: in either half as many as the four lanes have before they are renewed. */
const ROUNDS = kind === 'session' ? 8 : 4;

const Reader = KINDS[/** @type {keyof typeof KINDS} */ (kind)];
const isolation = kind === 'session' ? { isolation: /** @type {const} */ ('session') } : {};
const reader = new Reader({ allowPrivate: [host], cacheTtlMs: 0, ...isolation });
/** @type {Record<string, number>} */
const fates = {};

await readMany(40, AT_ONCE);
const before = await holdings();
await readMany(IN_A_ROW, 1);
const after = [];
for (let round = 0; round < ROUNDS; round += 1) {
  await readMany(100, AT_ONCE);
  after.push(await holdings());
}
await reader.close();
const closed = await holdings();
process.stdout.write(`${JSON.stringify({ before, after, closed, fates })}\n`);

/** @param {number} count @param {number} atOnce */
async function readMany(count, atOnce) {
  let next = 0;
  const work = async () => {
    while (next < count) await readOne(PATHS[next++ % PATHS.length] ?? '');
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** @param {string} path */
async function readOne(path) {
  const abort = new AbortController();
  const reading = reader.read(`http://${host}${path}`, {
    timeoutMs: path === '/never' ? 300 : 20_000,
    signal: abort.signal,
  });
  if (path === '/abort') setTimeout(() => abort.abort(new Error('enough')), 50);
  const fate = await reading.then(
    (page) => String(page.statusCode),
    (error) => error.code ?? error.message,
  );
  const key = `${path} ${fate}`;
  fates[key] = (fates[key] ?? 0) + 1;
}

/** What this process holds once it has come to rest: the same twice in a row, half a second apart. */
async function holdings() {
  let last = '';
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const found = JSON.stringify(look());
    if (found === last) break;
    last = found;
  }
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...look(), heldBytes: heapUsed + external };
}

function look() {
  const links = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`));
  // Four times a second the sizes of renderers are read.
  const descriptors = links.filter((link) => !link.startsWith('/proc/'));
  /** @type {Record<string, number>} */
  const resources = {};
  for (const name of process.getActiveResourcesInfo()) {
    if (!name.startsWith('FSReq')) resources[name] = (resources[name] ?? 0) + 1;
  }
  return {
    sockets: descriptors.filter((link) => link.startsWith('socket:')).length,
    descriptors: descriptors.length,
    processes: descendantsOf(process.pid).map(kindOf).sort(),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    resources,
  };
}

/** @param {string} file */
function linkOf(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** @param {number} ancestor @returns {number[]} */
function descendantsOf(ancestor) {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === ancestor);
  return children.flatMap((name) => [Number(name), ...descendantsOf(Number(name))]);
}

/** @param {string} pid */
function parentOf(pid) {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? 0 : Number(parent);
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function kindOf(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    return (
      /--type=\S+(?: --utility-sub-type=\S+)?/.exec(words)?.[0] ?? (/jail-bridge/.test(words) ? 'jail' : 'browser')
    );
  } catch {
    return '';
  }
}
