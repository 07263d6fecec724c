// What three errands cost a coding agent in tokens: by the command line as the skill teaches it, by the command line without,
// and by the tools as an MCP server hands them out. Everything that enters the prompt is counted once: what must be known
// beforehand, the calls, and what comes back, notes on stderr included. Pages are on loopback; counts do not vary, and a test
// holds docs/skill.md to them. Needs a browser.
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

const GUIDE = 'https://example.com/guide';
const APP = 'https://example.com/app';
const TABLES = 'https://harbour.example/tables';

/** What each errand is for: whoever comes back without it has not done it. */
const SOUGHT = { section: /four hundred stations/, fact: /1,290 crowns/, search: /High water on Monday/ };

/** The ways of doing the errands, as lists of commands or of calls. */
const WAYS = [
  {
    name: 'the command line, by the skill',
    isTaught: true,
    section: [`pageward read -t --outline ${GUIDE}`, `pageward read -t --section 28 ${GUIDE}`],
    fact: [`pageward read -t -o app.md ${APP}`, `grep -i -o -m 5 -E '.{0,80}cost.{0,80}' app.md`],
    search: ['pageward search -t tide tables', `pageward read -t --outline ${TABLES}`],
  },
  {
    name: 'the command line, without',
    section: [`pageward read ${GUIDE}`],
    fact: [`pageward read ${APP}`],
    search: ['pageward search tide tables', `pageward read ${TABLES}`],
  },
  {
    name: 'the tools, by MCP',
    outline: false,
    section: [['web_fetch', { url: GUIDE }]],
    fact: [['web_fetch', { url: APP }]],
    search: [
      ['web_search', { query: 'tide tables' }],
      ['web_fetch', { url: TABLES }],
    ],
  },
  {
    name: 'the tools, with `outline: true`',
    outline: true,
    section: [
      ['web_fetch', { url: GUIDE }],
      ['web_fetch', { url: GUIDE, section: 28 }],
    ],
    fact: [['web_fetch', { url: APP }]],
    search: [
      ['web_search', { query: 'tide tables' }],
      ['web_fetch', { url: TABLES }],
    ],
  },
];

console.log(await tokenCostTable());

async function tokenCostTable() {
  const site = await startSkillSite();
  const engine = await startSearchSite();
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-tokens-'));
  const web = { site, engine, folder };
  const lines = [
    '| | known beforehand | one section of a long page | a fact on a page made by scripts | search, then read | together |',
    '| --- | --: | --: | --: | --: | --: |',
  ];
  try {
    for (const way of WAYS) {
      const costs = await costsOf(way, web);
      const all = costs.reduce((total, cost) => total + cost);
      lines.push(`| ${way.name} | ${[...costs, all].map((cost) => cost.toLocaleString('en')).join(' | ')} |`);
    }
  } finally {
    await Promise.all([site.close(), engine.close()]);
    await rm(folder, { recursive: true });
  }
  return lines.join('\n');
}

/** Tokens known beforehand, then those of each errand. */
async function costsOf(way, web) {
  const set = way.outline === undefined ? undefined : toolsetOver(web, way.outline);
  const costs = [await knownBeforehand(way, set)];
  for (const [errand, sought] of Object.entries(SOUGHT)) {
    const prompt = [];
    for (const step of way[errand]) prompt.push(...(await (set ? called(set, step, sought, web) : typed(step, web))));
    if (!sought.test(prompt.at(-1))) throw new Error(`${way.name}: ${errand}: ${sought} was not found`);
    costs.push(prompt.reduce((total, text) => total + tokensOf(text), 0));
  }
  await set?.close();
  return costs;
}

async function knownBeforehand({ isTaught = false }, set) {
  if (set) return toolTokens(set.tools).reduce((total, { tokens }) => total + tokens, 0);
  return isTaught ? tokensOf(await readFile(SKILL, 'utf8')) : 0;
}

function toolsetOver({ site, engine }, outline) {
  const allowPrivate = [site.host, engine.host];
  const loader = new HttpReader({ allowPrivate });
  const search = duckDuckGo({ loader, endpoints: [`${engine.origin}/html/`] });
  return toolset({ allowPrivate, webFetch: { outline }, search });
}

/** A line in the shell, and all that it prints. */
function typed(line, web) {
  const { site, engine, folder } = web;
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME },
    PAGEWARD_ALLOW_PRIVATE: `${site.host},${engine.host}`,
    PAGEWARD_SEARCH_ENDPOINT: `${engine.origin}/html/`,
  };
  const command = `pageward() { '${process.execPath}' '${PROGRAM}' "$@"; }; ${onLoopback(line, web)}`;
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(error) : resolve([line, asOnTheWeb(stderr + stdout, web)]),
    );
  });
}

/** A call of a tool and its answer; through the windows of a page until one says what is sought. */
async function called(set, [name, input], sought, web) {
  const prompt = [];
  for (let more = {}; ; ) {
    const given = { ...input, ...more };
    const { text } = await set.run(name, JSON.parse(onLoopback(JSON.stringify(given), web)));
    prompt.push(JSON.stringify({ name, input: given }), asOnTheWeb(text, web));
    const next = /Continue with offset=(\d+)/.exec(text)?.[1];
    if (sought.test(text) || next === undefined) return prompt;
    more = { offset: Number(next) };
  }
}

/** Numbers of ports must not count. */
function asOnTheWeb(text, { site, engine }) {
  return text.replaceAll(site.origin, 'https://example.com').replaceAll(engine.origin, 'https://harbour.example');
}

function onLoopback(text, { site, engine }) {
  return text.replaceAll('https://example.com', site.origin).replaceAll('https://harbour.example', engine.origin);
}
