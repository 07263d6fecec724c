import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, moduleRunnerTransform } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRewritten, type PageFunction } from '#src/page/page-script.js';
import { snapshotDocument } from '#src/page/snapshot-script.js';

const root = path.resolve(import.meta.dirname, '../..');
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pageward-bundled-'));
  await symlink(path.join(root, 'node_modules'), path.join(home, 'node_modules'));
});

afterAll(() => rm(home, { recursive: true, force: true }));

it('fails, and says what to do, where a bundler has left its files behind', async () => {
  const entry = path.join(home, 'program.mjs');
  await writeFile(
    entry,
    `import { extract } from ${JSON.stringify(path.join(root, 'dist/index.js'))};
    await extract('<p>words').then(({ text }) => console.log(text), ({ code, hint }) => console.log(code, hint));`,
  );
  expect(await outputOf(entry)).toBe('words\n');
  const outDir = path.join(home, 'out');
  await build({
    root: home,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['playwright', 'jsdom'] },
    build: { ssr: entry, outDir },
  });
  expect(await outputOf(path.join(outDir, 'program.mjs'))).toMatch(/^PACKAGE_BUNDLED .*serverExternalPackages/);
}, 60_000);

it('knows functions that a page could not run, by what was put into them', async () => {
  expect(isRewritten(snapshotDocument)).toBe(false);
  const file = path.join(root, 'dist/page/snapshot-script.js');
  const transformed = await moduleRunnerTransform(await readFile(file, 'utf8'), null, file, '');
  expect(isRewritten(functionOf(transformed?.code ?? ''))).toBe(true);
});

it.each([
  'function f(){return (0,_look_js__WEBPACK_IMPORTED_MODULE_3__.look)()}',
  'function f(){return (0, i.aB)(1)}',
  'function f(){const g=__name(()=>1,"g");return g()}',
  'function f(){cov_1a2b3c().f[0]++;return 1}',
])('knows it of %s', (source) => {
  expect(isRewritten(functionOf(source))).toBe(true);
});

function functionOf(source: string): PageFunction {
  return Object.assign(() => undefined, { toString: () => source });
}

async function outputOf(program: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [program])).stdout;
}
