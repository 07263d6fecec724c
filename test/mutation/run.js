/**
 * Takes one thing at a time out of the built guard and runs the quick test that should notice: `npm run test:mutation`.
 * Fails, naming them, when changes survive.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { guardMutants } from './mutants.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(path.join(tmpdir(), 'pageward-mutants-'));
try {
  process.exitCode = await run();
} finally {
  await rm(folder, { recursive: true });
}

async function run() {
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const mutants = guardMutants();
  // Nothing is taken out of the first of each test: if that fails, no failure says anything.
  const tests = [...new Set(mutants.map(({ test }) => test))];
  const controls = tests.map((test) => ({ name: `control: ${test}`, file: '', search: '', replace: '', test }));
  const projects = await Promise.all([...controls, ...mutants].map(projectOf));
  const startedAt = performance.now();
  const vitest = await startVitest('test', [], { config: false, root, watch: false, reporters: [{}], projects });
  const modules = vitest.state.getTestModules();
  await vitest.close();

  const stateOf = (/** @type {string} */ name) => {
    const own = modules.filter(({ project }) => project.name === nameOf(name));
    const ran = own.flatMap((module) => [...module.children.allTests()]);
    // A mutant that cannot even be loaded proves nothing.
    if (ran.length === 0) return 'did not run';
    return own.every((module) => module.ok()) ? 'passed' : 'failed';
  };
  const bad = [
    ...controls.filter(({ name }) => stateOf(name) !== 'passed').map(({ name }) => `${name} ${stateOf(name)}`),
    ...mutants.filter(({ name }) => stateOf(name) !== 'failed').map(({ name }) => `without ${name}: ${stateOf(name)}`),
  ];
  for (const line of bad) say(line);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  say(`${mutants.length} mutants, ${bad.length} of them or of their controls amiss, ${seconds} s`);
  return bad.length === 0 ? 0 : 1;
}

/** @param {import('./mutants.js').Mutant} mutant @param {number} index */
async function projectOf({ name, file, search, replace, test }, index) {
  const dist = path.join(folder, String(index));
  await mkdir(dist);
  for (const part of ['base', 'guard', 'browser']) {
    await cp(path.join(root, 'dist', part), path.join(dist, part), { recursive: true, filter: isProgram });
  }
  if (file !== '') await mutate(path.join(dist, file), { name, search, replace });
  return {
    root,
    logLevel: 'silent',
    resolve: { alias: [{ find: /^#src\//, replacement: `${dist}/` }] },
    test: { name: nameOf(name), include: [test], testTimeout: 20_000 },
  };
}

/** Source maps and declarations are of no use here. @param {string} source */
function isProgram(source) {
  return !/\.(?:map|d\.ts)$/.test(source);
}

/** @param {string} file @param {{ name: string, search: string, replace: string }} change */
async function mutate(file, { name, search, replace }) {
  const text = await readFile(file, 'utf8');
  const found = text.match(new RegExp(search, 'g'))?.length ?? 0;
  if (found !== 1) throw new Error(`${name}: its text stands ${found} times in ${file}`);
  await writeFile(
    file,
    text.replace(new RegExp(search), () => replace),
  );
}

/** Vitest gives project names a meaning where they hold these. @param {string} name */
function nameOf(name) {
  return name.replace(/[*!,]/g, '_');
}
