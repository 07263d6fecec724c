import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CliOptions, runCli } from './run-cli.js';

/** The modules that a run of the program loads, by URL. */
export async function modulesOf(args: readonly string[], options: CliOptions = {}): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-modules-'));
  const log = path.join(folder, 'modules.txt');
  const hook = path.join(folder, 'hook.mjs');
  await writeFile(log, '');
  await writeFile(
    hook,
    `import { appendFileSync } from 'node:fs';
     export async function load(url, context, next) {
       appendFileSync(${JSON.stringify(log)}, url + '\\n');
       return next(url, context);
     }`,
  );
  const register = `data:text/javascript,import{register}from'node:module';register(${JSON.stringify(`file://${hook}`)});`;
  try {
    const { code, stderr } = await runCli(args, { ...options, nodeArgs: ['--import', register] });
    if (code !== 0) throw new Error(`pageward ended with ${code}: ${stderr}`);
    return (await readFile(log, 'utf8')).trimEnd().split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
