// What three errands cost a coding agent in tokens: by the command line as the skill teaches it, by the command line without,
// and by the tools as an MCP server hands them out. Everything that enters the prompt is counted once: what must be known
// beforehand, the calls, and what comes back, notes on stderr included. Pages are on loopback; counts do not vary.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { duckDuckGo, HttpReader, toolset } from 'pageward';
import { tokensOf, toolTokens } from '../docs/tool-tokens.js';
import { startSearchSite } from '../fixtures/search-site/server.js';
import { startSkillSite } from '../fixtures/skill-site/server.js';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const SKILL = new URL('../skills/pageward/SKILL.md', import.meta.url);

const site = await startSkillSite();
const engine = await startSearchSite();
const folder = await mkdtemp(path.join(tmpdir(), 'pageward-tokens-'));
const allowPrivate = [site.host, engine.host];
const [plain, outlining] = [false, true].map((outline) =>
  toolset({
    allowPrivate,
    httpRequest: false,
    webFetch: { outline },
    search: duckDuckGo({ loader: new HttpReader({ allowPrivate }), endpoints: [`${engine.origin}/html/`] }),
  }),
);

/** As on the real web, so that ports do not count. */
const named = (text) =>
  text.replaceAll(site.origin, 'https://example.com').replaceAll(engine.origin, 'https://harbour.example');
const real = (text) =>
  text.replaceAll('https://example.com', site.origin).replaceAll('https://harbour.example', engine.origin);

/** A line in the shell; gives its tokens and those of all that it prints. */
function shell(line) {
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME },
    PAGEWARD_ALLOW_PRIVATE: allowPrivate.join(','),
    PAGEWARD_SEARCH_ENDPOINT: `${engine.origin}/html/`,
  };
  const command = `pageward() { '${process.execPath}' '${PROGRAM}' "$@"; }; ${real(line)}`;
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(error) : resolve(tokensOf(line) + tokensOf(named(stdout + stderr))),
    );
  });
}

/** A call of a tool; gives its tokens and those of the answer. */
async function call(set, name, input) {
  const given = JSON.parse(real(JSON.stringify(input)));
  const { text } = await set.run(name, given);
  return { text, tokens: tokensOf(JSON.stringify({ name, input })) + tokensOf(named(text)) };
}

/** Goes on through the windows of a page until it says what is sought. */
async function fetchUntil(set, url, sought) {
  let tokens = 0;
  for (let offset = 0; ; ) {
    const answer = await call(set, 'web_fetch', offset === 0 ? { url } : { url, offset });
    tokens += answer.tokens;
    const next = /Continue with offset=(\d+)/.exec(answer.text)?.[1];
    if (sought.test(answer.text) || next === undefined) return tokens;
    offset = Number(next);
  }
}

const sum = async (...costs) => (await Promise.all(costs)).reduce((total, cost) => total + cost, 0);
const guide = 'https://example.com/guide';
const app = 'https://example.com/app';
const tables = 'https://harbour.example/tables';

const ways = [
  {
    name: 'the command line, by the skill',
    before: tokensOf(await readFile(SKILL, 'utf8')),
    section: () => sum(shell(`pageward read -t --outline ${guide}`), shell(`pageward read -t --section 28 ${guide}`)),
    fact: async () =>
      (await shell(`pageward read -t -o app.md ${app}`)) +
      (await shell(`grep -i -o -m 5 -E '.{0,80}cost.{0,80}' app.md`)),
    search: () => sum(shell('pageward search -t tide tables'), shell(`pageward read -t --outline ${tables}`)),
  },
  {
    name: 'the command line, without',
    before: 0,
    section: () => shell(`pageward read ${guide}`),
    fact: () => shell(`pageward read ${app}`),
    search: () => sum(shell('pageward search tide tables'), shell(`pageward read ${tables}`)),
  },
  {
    name: 'the tools, by MCP',
    before: known(plain),
    section: () => fetchUntil(plain, guide, /## Limits/),
    ...others(plain),
  },
  {
    name: 'the tools, with `outline: true`',
    before: known(outlining),
    section: async () =>
      (await fetchUntil(outlining, guide, /Limits/)) +
      (await call(outlining, 'web_fetch', { url: guide, section: 28 })).tokens,
    ...others(outlining),
  },
];

function known({ tools }) {
  return toolTokens(tools).reduce((total, { tokens }) => total + tokens, 0);
}

/** The errands that an outline is nothing for. */
function others(set) {
  return {
    fact: () => fetchUntil(set, app, /costs/),
    search: async () =>
      (await call(set, 'web_search', { query: 'tide tables' })).tokens + (await fetchUntil(set, tables, /High water/)),
  };
}

console.log(
  '| | known beforehand | one section of a long page | a fact on a page made by scripts | search, then read | together |',
);
console.log('| --- | --: | --: | --: | --: | --: |');
try {
  for (const { name, before, section, fact, search } of ways) {
    const costs = [before, await section(), await fact(), await search()];
    const cells = [...costs, costs.reduce((total, cost) => total + cost)].map((cost) => cost.toLocaleString('en'));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
} finally {
  await Promise.all([plain.close(), outlining.close(), site.close(), engine.close()]);
  await rm(folder, { recursive: true });
}
