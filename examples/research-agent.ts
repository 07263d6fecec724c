// `npm run example:research`: an agent that is asked about a company searches, reads, writes a record, and is graded.
// Runs offline, on a web of its own and with a script for a model. `npm run example:research -- --web CASES.json` asks
// the real web and a real model: see "An agent of your own" in README.md for the keys.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { duckDuckGo, firstOf, tavily } from 'pageward';
import { anthropicModel } from './research-agent/anthropic-model.ts';
import { casesSchema } from './research-agent/grade.ts';
import type { Model } from './research-agent/model.ts';
import { openaiModel } from './research-agent/openai-model.ts';
import { type CaseResult, runCases } from './research-agent/run-cases.ts';
import { scriptedModel } from './research-agent/scripted-model.ts';
import { standInWeb, type Web } from './research-agent/stand-in-web.ts';

const { values, positionals } = parseArgs({ options: { web: { type: 'boolean' } }, allowPositionals: true });
const [file = new URL('research-agent.cases.json', import.meta.url)] = positionals;
const { cases } = casesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
const model = values.web ? realModel() : scriptedModel();
const web = values.web ? realWeb() : await standInWeb();
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
try {
  for await (const result of runCases(cases, { web, model, signal: interrupted.signal })) {
    show(result);
    if (result.marks.some(({ passed }) => !passed)) process.exitCode = 1;
  }
} finally {
  await web[Symbol.asyncDispose]();
}

function realModel(): Model {
  const { ANTHROPIC_API_KEY, OPENAI_API_KEY, RESEARCH_MODEL: name } = process.env;
  if (name === undefined) throw new Error('Set RESEARCH_MODEL to the name of a model of your provider.');
  if (ANTHROPIC_API_KEY !== undefined) return anthropicModel({ apiKey: ANTHROPIC_API_KEY, model: name });
  if (OPENAI_API_KEY !== undefined) return openaiModel({ apiKey: OPENAI_API_KEY, model: name });
  throw new Error('Set ANTHROPIC_API_KEY or OPENAI_API_KEY.');
}

function realWeb(): Web {
  const free = duckDuckGo();
  const keyed = process.env['TAVILY_API_KEY'] ? tavily() : undefined;
  return {
    engine: keyed === undefined ? free : firstOf(keyed, free),
    policy: {},
    trespasses: () => [],
    async [Symbol.asyncDispose]() {
      await Promise.all([free.close(), keyed?.close()]);
    },
  };
}

function show({ wanted, report, marks }: CaseResult): void {
  console.log(`\n=== ${wanted.organisation} (model: ${model.name})\n`);
  for (const { url, outcome } of report.calls) console.log(`${outcome.padEnd(18)} ${url}`);
  console.log('');
  for (const { question, value, source } of report.answers) {
    console.log(`${question} ${value ?? 'No page says it.'}${source === null ? '' : `\n    (${source})`}`);
  }
  const width = Math.max(...marks.map(({ rule }) => rule.length));
  console.log(`\n${'rule'.padEnd(width)} | grade | seen\n${'-'.repeat(width)} | ----- | ----`);
  for (const { rule, passed, seen } of marks) {
    console.log(`${rule.padEnd(width)} | ${passed ? 'pass ' : 'FAIL '} | ${seen}`);
  }
}
