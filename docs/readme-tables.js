// Writes the tables of README.md, docs/tools.md and docs/errors.md that are made from the code: what a model sees of the
// tools and what that costs, the flags of the command line, the codes of errors. `npm run docs` after changing any; a test holds them equal.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { askHuman, crawlUrl, HumanChannel, httpRequest, now, webFetch, webSearch } from 'pageward';
import { COMMANDS } from '../dist/cli/commands.js';
import { environmentName, flagName } from '../dist/cli/flag.js';
import { errorTable } from './error-table.js';
import { expectSchema } from './expect-schema.js';
import { severityTable } from './severity-table.js';
import { fullToolset, toolTokens } from './tool-tokens.js';

const README = new URL('../README.md', import.meta.url);
const TOOLS = new URL('tools.md', import.meta.url);
const ERRORS = new URL('errors.md', import.meta.url);
const EXPECT = new URL('../schemas/expect.schema.json', import.meta.url);
const REPORT = new URL('report.md', import.meta.url);

/** The README with its tables made anew. */
export async function readmeWithTables(readme) {
  return fill(fill(readme, 'tools', toolTable()), 'flags', flagTable());
}

/** `docs/tools.md` with its table made anew. */
export async function toolsWithTable(tools) {
  return fill(tools, 'tokens', await tokenTable());
}

/** `docs/errors.md` with its table made anew. */
export async function errorsWithTable(errors) {
  return fill(errors, 'errors', await errorTable());
}

/** `docs/report.md` with its table made anew. */
export async function reportWithTable(report) {
  return fill(report, 'severities', await severityTable());
}

async function tokenTable() {
  const sets = [fullToolset(), fullToolset({ outline: true })];
  const [costs, outlining] = sets.map(({ tools }) => toolTokens(tools));
  await Promise.all(sets.map((set) => set.close()));
  const dearer = outlining.find(({ name }) => name === 'web_fetch');
  const all = costs.reduce((sum, { tokens }) => sum + tokens, 0);
  const rows = [...costs.map(({ name, tokens }) => [`\`${name}\``, tokens]), ['together', all]];
  const outline = ['`web_fetch` with `outline: true`', dearer.tokens];
  return ['| tool | tokens |', '| --- | --- |', ...[...rows, outline].map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}

function toolTable() {
  const never = () => Promise.reject(new Error('never called'));
  const reader = { read: never };
  const tools = [
    webFetch(reader),
    webSearch({ search: never }),
    crawlUrl(reader),
    httpRequest(),
    now(),
    askHuman(new HumanChannel()),
  ];
  return ['| tool | argument | type | meaning |', '| --- | --- | --- | --- |', ...tools.flatMap(toolRows)].join('\n');
}

function toolRows({ name: tool, input }) {
  const schema = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return Object.entries(schema.properties).map(([name, argument]) => {
    const needed = schema.required?.includes(name) ? 'required' : presetOf(argument);
    return `| \`${tool}\` | \`${name}\` | ${typeOf(argument)}, ${needed} | ${cell(argument.description)} |`;
  });
}

function presetOf({ default: preset }) {
  return preset === undefined ? 'optional' : `default \`${JSON.stringify(preset)}\``;
}

function typeOf({ type, enum: choices, anyOf }) {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  return type ?? anyOf.map(typeOf).join(' or ');
}

function flagTable() {
  const uses = new Map();
  for (const { name, flags } of COMMANDS) {
    for (const [key, flag] of Object.entries(flags)) {
      const known = uses.get(key)?.find(({ help }) => help === flag.help);
      if (known) known.commands.push(name);
      else uses.set(key, [...(uses.get(key) ?? []), { help: flag.help, flag, commands: [name] }]);
    }
  }
  const rows = [...uses].flatMap(([key, entries]) =>
    entries.map(({ help, flag, commands }) => {
      const value =
        flag.metavar === undefined ? '' : flag.kind === 'open-list' ? ` [${flag.metavar}]` : ` ${flag.metavar}`;
      const short = flag.short === undefined ? '' : `-${flag.short}, `;
      return `| \`${short}${flagName(key)}${value.replaceAll('|', '\\|')}\` | ${commands.join(', ')} | ${cell(help)} | \`${environmentName(key)}\` |`;
    }),
  );
  return ['| flag | commands | meaning | environment |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function fill(page, name, table) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`there is no ${name} table`);
  return `${page.slice(0, before + start.length)}\n${table}\n${page.slice(after)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(README, await readmeWithTables(await readFile(README, 'utf8')));
  await writeFile(TOOLS, await toolsWithTable(await readFile(TOOLS, 'utf8')));
  await writeFile(REPORT, await reportWithTable(await readFile(REPORT, 'utf8')));
  await writeFile(EXPECT, expectSchema());
  await writeFile(ERRORS, await errorsWithTable(await readFile(ERRORS, 'utf8')));
}
