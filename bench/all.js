// Everything that is compared, one after the other, into bench/RESULTS.md: `node bench/all.js [names]`. Of a part of the
// names, the sections of the others stay as they were. Nothing else should run on the machine.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { locateBrowser } from '../dist/browser/locate.js';

/** @typedef {{ name: string, title: string, says: string, args: string[] }} Part */

/** @type {Part[]} */
const PARTS = [
  {
    name: 'safety',
    title: 'Safety',
    says: 'Ways in which a page makes its reader ask something inside, and what the reader hands back of it.',
    args: ['safety.js'],
  },
  {
    name: 'gallery',
    title: 'Completeness',
    says: 'The gallery of hard pages, each reader on the same browser binary.',
    args: ['gallery-peers.js'],
  },
  {
    name: 'speed',
    title: 'Speed of a read',
    says: 'Beside a bare Playwright script that waits for the known element; turns interleaved.',
    args: ['speed.js', '--rounds', '5'],
  },
  {
    name: 'memory',
    title: 'Memory',
    says: 'Resident memory of the process tree over many reads.',
    args: ['memory.js'],
  },
  {
    name: 'crawl',
    title: 'Crawls',
    says: 'Whole crawls to Markdown beside Crawlee, links alone beside linkinator.',
    args: ['crawl.js'],
  },
  {
    name: 'extraction',
    title: 'Extraction',
    says: 'Text, metadata and Markdown on the corpora that PAGEWARD_CORPORA names, beside the peers on npm.',
    args: ['extraction-peers.js'],
  },
  {
    name: 'frontier',
    title: 'Frontier',
    says: 'What a crawl keeps and does for each URL, by the size of the crawl.',
    args: ['--expose-gc', 'frontier.js'],
  },
  { name: 'tokens', title: 'Tokens', says: 'What errands cost a coding agent.', args: ['token-cost.js'] },
];

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const wanted = process.argv[2]?.split(',') ?? PARTS.map(({ name }) => name);
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const sections = sectionsOf(existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '');
const machine = await machineLine();
for (const part of PARTS.filter(({ name }) => wanted.includes(name))) {
  console.error(`\n${part.title} (${part.args.join(' ')})`);
  const printed = await run(part);
  sections.set(part.title, sectionOf(part, { printed, machine }));
  write();
}

function write() {
  const kept = PARTS.map(({ title }) => sections.get(title)).filter((section) => section !== undefined);
  const head =
    '# Results\n\nWritten by `npm run bench`. Ratios are of one run on one machine; figures of another do not compare.\n';
  writeFileSync(RESULTS, `${head}\n${kept.join('\n')}`);
}

/** @param {Part} part @param {{ printed: string, machine: string }} run */
function sectionOf({ title, says, args }, { printed, machine }) {
  const text = printed.trim();
  // Tables are Markdown already where every line of theirs is.
  const shown = /^\|/m.test(text) ? text : `\`\`\`text\n${text}\n\`\`\``;
  return `## ${title}\n\n${says} \`node bench/${args.filter((arg) => arg !== '--expose-gc').join(' ')}\`, ${machine}.\n\n${shown}\n`;
}

/** The sections of a file of results, by their titles. */
function sectionsOf(markdown) {
  const parts = markdown.split(/^(?=## )/m).slice(1);
  return new Map(parts.map((part) => [/^## (.+)$/m.exec(part)?.[1] ?? '', `${part.trimEnd()}\n`]));
}

/** What it ran on. */
async function machineLine() {
  const { path } = await locateBrowser();
  const browser = execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, commit ${commit}, Node ${process.versions.node}, ${browser || 'a browser'}, ${os.cpus().length} × ${cpu?.model.trim()}, ${memory}`;
}

/** Runs one part, shows what it prints, and gives it. @param {Part} part */
function run({ args }) {
  const flags = args.filter((arg) => arg.startsWith('--expose'));
  const [file = '', ...rest] = args.filter((arg) => !flags.includes(arg));
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...flags, program, ...rest], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
    process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${file} ended with ${code}`))));
  });
}
