import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Tells of every package that a module is loaded from. */
const HOOK = `export async function load(url, context, next) {
  const name = url.match(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1];
  if (name) console.log(name);
  return next(url, context);
}`;

it.each(['ai-sdk', 'anthropic', 'openai-agents', 'langchain'])(
  'pageward/%s loads zod and no other package',
  async (name) => {
    const script = `import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));
    await import('pageward/${name}');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: path.resolve(import.meta.dirname, '../..'),
    });
    expect([...new Set(stdout.trim().split('\n'))]).toEqual(['zod']);
  },
);
