// The table of docs/errors.md, made of the classes and of the comments of their codes.
import { readFile } from 'node:fs/promises';
import { exitCodeFor } from '../dist/cli/exit-codes.js';

const SOURCE = new URL('../src/base/', import.meta.url);
const CLASS = /class (\w+) extends PagewardError<(\w+)>/g;
const UNION = /export type (\w+) =(.+?);$(?!\n {2})/gms;
const CODE = /(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?(?:\| )?'([A-Z_]+)'/gs;

/**
 * Every error code with what it says.
 *
 * @returns {Promise<{ code: string, className: string, meaning: string, cure: string, retryable: boolean, exit: number }[]>}
 */
export async function errorCodes() {
  const thrown = await import('../dist/base/errors.js');
  const [codes, classes] = await Promise.all(
    ['error-codes.ts', 'errors.ts'].map((file) => readFile(new URL(file, SOURCE), 'utf8')),
  );
  const unions = new Map([...codes.matchAll(UNION)].map(([, name, body]) => [name, body]));
  return [...classes.matchAll(CLASS)].flatMap(([, className, union]) =>
    [...unions.get(union).matchAll(CODE)].map(([, comment = '', code]) => {
      const [meaning, cure = ''] = comment
        .replace(/^\s*\*/gm, '')
        .split('Cure:')
        .map(oneLine);
      const { retryable } = new thrown[className]('', { code });
      return { code, className, meaning, cure, retryable, exit: exitCodeFor(code) };
    }),
  );
}

export async function errorTable() {
  const rows = (await errorCodes()).map(
    ({ code, className, meaning, cure, retryable, exit }) =>
      `| \`${code}\` | \`${className}\` | ${meaning} | ${cure} | ${retryable ? 'yes' : 'no'} | ${exit} |`,
  );
  const head = [
    '| code | class | what happened | what to do | retry | exit |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  return [...head, ...rows].join('\n');
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
