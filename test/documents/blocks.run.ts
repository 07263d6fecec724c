import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { baselineText, EMPTY_BASELINE } from '#src/report/baseline.js';
import { type DocumentedBlock, documentedBlocks, ROOT } from '../support/documented-blocks.js';
import { Internet } from './internet.js';

const blocks = documentedBlocks(['ts', 'js', 'sh']);

/** Programs of somebody else's that a line calls, and scripts of this project that have tests of their own. */
const NOT_RUN = /^(?:npm (?:ci|install|run) |claude |code |codex )/;
/** Lines whose exit code is not 0 because of what they find. */
const FINDS = /^pageward (?:check|doctor)\b/;
const PORT = 7_323;
/** By which Node says that what was awaited never came. */
const UNSETTLED = 13;

let home = '';
let internet: Internet;
let env: Readonly<Record<string, string>> = {};
/** In the project, so that its packages are found. */
const scratch = path.join(ROOT, 'test-results', 'documents');

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pageward-documents-'));
  await mkdir(scratch, { recursive: true });
  internet = new Internet(home);
  await internet.start();
  internet.trustIn(home);
  // An answer that is an error is one.
  await writeFile(path.join(home, '.curlrc'), 'fail\n');
  const bin = path.join(home, 'bin');
  await mkdir(bin);
  const command = `exec ${process.execPath} ${path.join(ROOT, 'dist/cli/main.js')}`;
  await writeFile(path.join(bin, 'pageward'), `#!/bin/sh\n${command} "$@"\n`);
  await writeFile(path.join(bin, 'npx'), `#!/bin/sh\n[ "$1" = -y ] && shift\nshift\n${command} "$@"\n`);
  for (const name of ['pageward', 'npx']) await chmod(path.join(bin, name), 0o755);
  env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: home,
    NODE_EXTRA_CA_CERTS: internet.authority,
    PAGEWARD_BROWSER: (await locateBrowser()).path,
    ...{ TAVILY_API_KEY: 'none', ANTHROPIC_API_KEY: 'none', OPENAI_API_KEY: 'none' },
    OPENAI_AGENTS_DISABLE_TRACING: '1',
  };
});

afterAll(async () => {
  await internet.stop();
  await Promise.all([home, scratch].map((folder) => rm(folder, { recursive: true })));
});

describe.each([...new Set(blocks.map(({ document }) => document))])('%s', (document) => {
  // A block may go on with what one before it has made.
  const folder = () => path.join(home, document.replaceAll('/', '-'));
  beforeAll(async () => {
    await mkdir(folder());
    await writeFile(path.join(folder(), 'page.html'), '<title>Page</title><main><p>A page of some words.</p></main>');
    await writeFile(path.join(folder(), 'expect.json'), '[{ "url": "/docs/*", "selector": "h1" }]');
    await writeFile(path.join(folder(), 'pageward-baseline.json'), baselineText(EMPTY_BASELINE));
  });

  const own = blocks.filter((block) => block.document === document);
  it.each(own.map((block) => [block.line, block] as const))('line %i does what it says', async (_line, block) => {
    // Each begins its crawls anew.
    for (const [, flag, option] of block.code.matchAll(/--out (\S+)|\bout: '([^']+)'/g)) {
      await rm(path.join(folder(), flag ?? option ?? ''), { recursive: true, force: true });
    }
    if (block.language === 'sh') await runShell(block, folder());
    else await runCode(block, folder());
  });
});

async function runShell({ code }: DocumentedBlock, cwd: string): Promise<void> {
  const lines = code.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim());
  // What the reader's own build has made.
  const site = `require('http').createServer((_, answer) => answer.end('<title>Site</title><h1>Site</h1>')).listen(8080)`;
  const needsServer = code.includes(`:${PORT}/`) && !lines.some((line) => line.startsWith('pageward serve'));
  const servers = needsServer ? [await inBackground('pageward serve', cwd)] : [];
  if (code.includes(':8080')) servers.push(await inBackground(`node -e "${site}" # --port 8080`, cwd));
  try {
    for (const line of lines) {
      if (line === '' || NOT_RUN.test(line)) continue;
      if (/^(?:pageward serve|npx .* mcp --http)/.test(line)) {
        servers.push(await inBackground(line.replace(/&$/, ''), cwd));
        continue;
      }
      const { status, output } = await run('bash', ['-c', line.replaceAll(' /shared/', ' ./')], cwd);
      if (!FINDS.test(line)) expect(status, `${line}\n${output}`).toBe(0);
      expect(output).not.toMatch(/unexpected failure|unknown option/);
    }
  } finally {
    for (const stop of servers) await stop();
  }
}

/** Starts a server, and gives what stops it once it listens. */
async function inBackground(line: string, cwd: string): Promise<() => Promise<void>> {
  const [command = '', ...words] = [...internet.visiting, 'bash', '-c', `exec ${line}`];
  const child = spawn(command, words, { cwd, env, stdio: 'ignore' });
  const port = Number(/--port (\d+)/.exec(line)?.[1] ?? PORT);
  const isListening = async () => (await run('bash', ['-c', `: < /dev/tcp/127.0.0.1/${port}`], cwd)).status === 0;
  for (let tries = 0; tries < 50 && !(await isListening()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  };
}

/** What the text around a block has made, or is the reader's own. Global, so that a block may declare the same. */
const GIVEN = `
import { generateText, stepCountIs } from 'ai-v6';
import { MockLanguageModelV3 } from 'ai-v6/test';
import Anthropic from '@anthropic-ai/sdk';
import { tool } from '@langchain/core/tools';
import { ToolMessage } from '@langchain/core/messages';
import { askHuman, BrowserReader, HttpReader, HumanChannel, mapSite, toolset } from 'pageward';
import { aiSdkTools } from 'pageward/ai-sdk';
import { anthropicTools } from 'pageward/anthropic';
import { langChainTools } from 'pageward/langchain';
const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const call = { type: 'tool-call', toolCallId: 'call', toolName: 'web_fetch', input: '{"url":"https://example.com/"}' };
const aiSdkModel = new MockLanguageModelV3({
  doGenerate: async () =>
    aiSdkModel.doGenerateCalls.length === 1
      ? { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] }
      : { content: [{ type: 'text', text: 'Read.' }], finishReason: { unified: 'stop' }, usage, warnings: [] },
});
const turns = async ({ messages }) => ({ calls: messages.length > 1 ? [] : [{ input: { url: 'https://example.com/' } }] });
`;

/** Under which names a block leaves what it has come to. */
const RESULTS = [
  'page',
  'text',
  'rows',
  'found',
  'answer',
  'finalOutput',
  'result',
  'readiness',
  'extraction',
  'report',
];

async function runCode({ line, code }: DocumentedBlock, cwd: string): Promise<void> {
  const model = code.includes('generateText') ? 'aiSdkModel' : code.includes('turn.calls') ? 'turns' : '"scripted"';
  const given = `Object.assign(globalThis, {
    model: ${model}, prompt: 'Read it.', messages: [{ role: 'user', content: 'Read it.' }], max_tokens: 100,
    chat: { bindTools: (tools) => { if (tools.length === 0) throw new Error('no tools'); return { tools }; } },
    urls: ['https://example.com/', 'https://example.com/docs/'], sessionId: 'session', show: () => undefined,
    promptOperator: async () => 'yes',
    ${/\bclient\./.test(code) ? 'client: new Anthropic(),' : ''}
    ${/(?<!const )\breader\.read/.test(code) && !/using reader/.test(code) ? 'reader: new BrowserReader(),' : ''}
    ${/\(set\b/.test(code) && !/using set/.test(code) ? 'set: toolset(),' : ''}
  });\n`;
  const end = `
for (const open of ['reader', 'set']) await globalThis[open]?.close();
const results = Object.entries({ ${RESULTS.map((name) => `${name}: typeof ${name} === 'undefined' ? null : ${name}`).join(', ')} });
for (const [name, value] of results) {
  if (value === '' || value === undefined || value?.isError || value?.length === 0) throw new Error(name + ' came to nothing: ' + JSON.stringify(value));
}
`;
  const imports = code.includes('import ') ? '' : GIVEN;
  const more = /^import/m.test(code) ? GIVEN.replace(/^import .*$/gm, (one) => renamed(one, code)) : '';
  // The declarations of a module may not be there twice; so what is given to a block with imports has names of its own.
  const source = `${imports}${more}${given}${code.replaceAll("'ai'", "'ai-v6'")}${end}`;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const file = path.join(scratch, `${path.basename(cwd)}-${line}.mjs`);
  await writeFile(file, outputText);
  const { status, output } = await run(process.execPath, [file], cwd);
  // What answers questions waits for one, and nothing else keeps this program alive.
  expect(status, output).toBe(code.includes('channel.questions()') ? UNSETTLED : 0);
}

/** An import of what a block imports itself, or none of its names. */
function renamed(statement: string, code: string): string {
  const names =
    /\{(.*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const wanted = names.filter((name) => !new RegExp(`^import.*\\b${name}\\b`, 'm').test(code));
  if (names.length > 0) return wanted.length === 0 ? '' : statement.replace(/\{.*\}/, `{ ${wanted.join(', ')} }`);
  return /^import Anthropic/m.test(code) && statement.startsWith('import Anthropic') ? '' : statement;
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ status: number | null; output: string }> {
  const [command = '', ...words] = [...internet.visiting, program, ...args];
  const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  return { status, output };
}
