import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, serve } from '../support/http-server.js';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** What `npm pack --json` says of a tarball. */
interface PackedFile {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Room for what is being built; a file that does not belong there goes beyond it. */
const MAX_PACKED_BYTES = 1_000_000;
const MAX_UNPACKED_BYTES = 4_000_000;

/** How attw saw the types of an export resolved, in one way of resolving. */
interface Resolved {
  readonly resolution?: { readonly isTypeScript: boolean };
  readonly visibleProblems?: readonly number[];
}

/** The packed tarball, installed as a user would, into a folder with a space in its name. */
describe('the packed package', () => {
  let home: string;
  let consumer: string;
  let packed: PackedFile;

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pageward-pack-'));
    consumer = path.join(home, 'a consumer');
    await mkdir(consumer);
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
      cwd: root,
    });
    [packed] = JSON.parse(stdout);
    await writeFile(
      path.join(consumer, 'package.json'),
      JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
    );
    // Not --offline: after `npm ci` the cache lacks the packages' manifests.
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', path.join(home, packed.filename)], {
      cwd: consumer,
    });
  }, 180_000);

  afterAll(() => rm(home, { recursive: true, force: true }));

  it('imports every export, also by require', async () => {
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const specifiers = Object.keys(manifest.exports).map((subpath) => path.posix.join('pageward', subpath));
    expect(specifiers).toContain('pageward');
    for (const specifier of specifiers) {
      const attributes = specifier.endsWith('.json') ? `, { with: { type: 'json' } }` : '';
      const script = `const m = await import(${JSON.stringify(specifier)}${attributes}); console.log(Object.keys(m).length)`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: consumer });
      expect(Number(stdout), specifier).toBeGreaterThan(0);
    }
    const { stdout } = await run(process.execPath, ['-p', `typeof require('pageward').HttpReader`], { cwd: consumer });
    expect(stdout.trim()).toBe('function');
  });

  it('has types that need neither the DOM library nor skipLibCheck', async () => {
    await writeFile(
      path.join(consumer, 'reads.ts'),
      `import { BrowserReader, type PageAction, type ReadResult, toolset } from 'pageward';
      import { aiSdkTools } from 'pageward/ai-sdk';
      import { anthropicTools } from 'pageward/anthropic';
      import { langChainTools } from 'pageward/langchain';
      import { openAIAgentsTools } from 'pageward/openai-agents';
      const set = toolset();
      export const tools = [aiSdkTools(set), anthropicTools(set), openAIAgentsTools(set, { tool: ({ name }) => name })];
      export type ForLangChain = ReturnType<typeof langChainTools>;
      const actions: PageAction[] = [{ fill: '#q', value: 'x' }, { press: 'Enter' }];
      export async function read(url: string): Promise<string> {
        await using reader = new BrowserReader({ waitFor: 'load' });
        const page = await reader.read(url, { actions, pdf: { format: 'a4' }, capture: { json: '*' } });
        return page.text;
      }
      export function titleOf({ page, error }: ReadResult): string | undefined {
        return error === undefined ? page.title : error.message;
      }`,
    );
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2023', 'esnext.disposable'], module: 'nodenext', strict: true },
      ...{ exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
      ...{ types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] },
    };
    await writeFile(path.join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['reads.ts'] }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const compiled = run(process.execPath, [tsc, '-p', consumer]).catch(({ stdout }: { stdout: string }) => ({
      stdout,
    }));
    expect((await compiled).stdout).toBe('');
  }, 60_000);

  it('runs its command', async () => {
    const bin = path.join(consumer, 'node_modules/.bin/pageward');
    const { stdout } = await run(bin, ['--version'], { cwd: consumer });
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(stdout.trim()).toBe(manifest.version);
    const extracted = await pipe(bin, ['extract'], '<title>T</title><h1>Heading</h1><p>Some <b>bold</b> text.</p>');
    expect(extracted).toContain('Some **bold** text.');
  });

  it('says what a crawl by Redis needs, which nobody gets unasked', async () => {
    const bin = path.join(consumer, 'node_modules/.bin/pageward');
    const args = ['crawl', 'http://127.0.0.1:1/', '--queue', 'redis://127.0.0.1:1/'];
    const failed = await run(bin, args).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/PEER_MISSING.*npm install bullmq ioredis/s),
    });
  });

  it('serves the page to try it by, with all that this needs', async () => {
    const site = await serve(routes({ '/': '<title>T</title><main><h1>Heading</h1><p>Some words.</p></main>' }));
    const bin = path.join(consumer, 'node_modules/.bin/pageward');
    const child = spawn(bin, ['serve', '--port', '0', '--reader', 'http', '--allow-private', site.host]);
    const ended = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    const origin = String(line).trim();
    const markup = await (await fetch(origin)).text();
    const files = [...markup.matchAll(/(?:src|href)="(\/try\/[^"]+)"/g)].map(([, file = '']) => file.slice(1));
    expect(files).toContain('try/main.js');
    for (const file of files) expect((await fetch(origin + file)).status, file).toBe(200);
    const result = await (await fetch(`${origin}try/read?url=${site.origin}/`)).json();
    expect(result.tree).toContainEqual({ tag: 'h1', children: ['Heading'] });
    child.kill();
    await Promise.all([ended, site.close()]);
  });

  it('ships the skill for coding agents, and says where it is', async () => {
    const { stdout } = await run(path.join(consumer, 'node_modules/.bin/pageward'), ['skill'], { cwd: consumer });
    const shipped = await readFile(path.join(stdout.trimEnd(), 'SKILL.md'), 'utf8');
    expect(stdout.trimEnd()).toBe(await realpath(path.join(consumer, 'node_modules/pageward/skills/pageward')));
    expect(shipped).toBe(await readFile(path.join(root, 'skills/pageward/SKILL.md'), 'utf8'));
  });

  it('is found fit to publish by publint', async () => {
    const tarball = new Uint8Array(await readFile(path.join(home, packed.filename))).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types for every export wherever ESM is resolved', async () => {
    const attw = path.join(root, 'node_modules/.bin/attw');
    const { stdout } = await run(attw, [path.join(home, packed.filename), '--profile', 'esm-only', '--format', 'json']);
    const entrypoints: Record<string, { resolutions: Record<string, Resolved> }> =
      JSON.parse(stdout).analysis.entrypoints;
    expect(Object.keys(entrypoints)).toContain('./mcp');
    for (const [subpath, { resolutions }] of Object.entries(entrypoints)) {
      for (const way of ['node16-esm', 'bundler']) {
        expect(resolutions[way]?.resolution, `${subpath} by ${way}`).toBeDefined();
        expect(resolutions[way]?.visibleProblems ?? [], `${subpath} by ${way}`).toEqual([]);
      }
    }
  }, 60_000);

  it('is no larger than it has to be', () => {
    expect(packed.size).toBeLessThan(MAX_PACKED_BYTES);
    expect(packed.unpackedSize).toBeLessThan(MAX_UNPACKED_BYTES);
  });

  it('ships no tests, sources, maps or build state', () => {
    const files = packed.files.map((file) => file.path);
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'skills/pageward/SKILL.md']));
    expect(files.filter((file) => /^(?:src|test|fixtures|bench|examples)\/|tsbuildinfo|\.map$/.test(file))).toEqual([]);
  });
});

function pipe(command: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, [...args], (error, stdout) => (error ? reject(error) : resolve(stdout)));
    child.stdin?.end(input);
  });
}
