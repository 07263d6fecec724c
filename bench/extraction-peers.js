// Extraction and Markdown beside the peers on npm, in one run: articles, pages of all kinds, metadata, Markdown cases and
// CommonMark's examples; then what a page costs, and by how much Pageward is ahead, page by page.
//
//   npm run bench:extraction -- [--limit 30] [--only pageward,defuddle] [--speed-pages 60] [--corpora DIR]
//
// The corpora lie in PAGEWARD_CORPORA. Peers are installed (npm) into a folder under the temporary one, without their
// install scripts, and all run in a network namespace in which nothing exists.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTESTANTS } from './extraction-peers/contestants.js';
import { differenceOf } from './extraction-peers/difference.js';
import { installPeers } from './extraction-peers/install.js';
import { printTable } from './extraction-peers/table.js';

const { values } = parseArgs({
  options: {
    limit: { type: 'string' },
    only: { type: 'string', default: Object.keys(CONTESTANTS).join() },
    'speed-pages': { type: 'string', default: '60' },
    corpora: { type: 'string', default: process.env.PAGEWARD_CORPORA ?? '../shared/corpora' },
  },
});

if (!existsSync(values.corpora)) {
  console.error(`There are no corpora in ${values.corpora}: set PAGEWARD_CORPORA to where they are.`);
  process.exit(2);
}
if (process.env.EXTRACTION_PEERS === undefined) {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const command = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status, error } = spawnSync('unshare', [...user, '--net', '--', ...command], {
    stdio: 'inherit',
    env: { ...process.env, EXTRACTION_PEERS: installPeers() },
  });
  if (error) console.error(`Peers run only where there is no network: ${error.message}`);
  process.exit(status ?? 1);
}

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
/** @param {string} target a file of the modules and, after `#`, its export */
const moduleAt = (target) => path.join(here('extraction-modules'), target);
const names = values.only.split(',');
const outputs = mkdtempSync(path.join(os.tmpdir(), 'pageward-extraction-'));
const sets = readdirSync(values.corpora).filter((name) => name.startsWith('pages-'));
const limit = values.limit === undefined ? [] : ['--limit', values.limit];

/** What a script of the harness prints; undefined where it failed. */
function harness(script, ...args) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [here(`extraction/${script}`), ...args], {
    encoding: 'utf8',
    maxBuffer: 1_000_000_000,
  });
  if (status !== 0) console.error(stderr.trim().split('\n').at(-1));
  return status === 0 ? stdout : undefined;
}

const rows = new Map();
for (const name of names) {
  const { pages, set } = CONTESTANTS[name];
  const row = { name };
  for (const data of sets) {
    const where = ['--data', path.join(values.corpora, data), '--module', moduleAt(pages), ...limit];
    const file = path.join(outputs, `${name}-${data}.json`);
    if (harness('score.mjs', ...where, '--field', 'markdown', '--out', file) !== undefined)
      row[data] = JSON.parse(readFileSync(file, 'utf8'));
    if (data === 'pages-wcxb') row.metadata = harness('metadata.mjs', ...where);
  }
  const module = ['--module', moduleAt(set), '--json'];
  const cases = harness('cases.mjs', '--cases', path.join(values.corpora, 'markdown-cases.jsonl'), ...module);
  const examples = harness('roundtrip.mjs', '--spec', here('../node_modules/commonmark-spec/spec.txt'), ...module);
  row.cases = cases && JSON.parse(cases);
  row.examples = examples && JSON.parse(examples);
  rows.set(name, row);
  console.error(`scored ${name}`);
}
printTable([...rows.values()]);

const own = rows.get('pageward');
for (const [name, row] of rows) {
  if (own === undefined || row === own) continue;
  for (const data of sets) {
    const difference =
      own[data] && row[data] && differenceOf(own[data].rows, row[data].rows, data === 'pages-aeb' ? 'shingle' : 'word');
    if (difference) console.log(`${data}: pageward over ${name} ${difference}`);
  }
}

const modules = names.map((name) => `${name}=${moduleAt(CONTESTANTS[name].pages)}`);
const pages = ['--data', path.join(values.corpora, 'pages-aeb'), '--limit', values['speed-pages']];
console.log(`\nWhat a page costs, pages interleaved\n${harness('bench.mjs', ...pages, ...modules)}`);
