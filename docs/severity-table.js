// The table of docs/report.md, made of the kinds of findings and the comments that say what they are.
import { readFile } from 'node:fs/promises';
import { SEVERITIES } from '../dist/report/severity.js';

const SOURCE = new URL('../src/report/report.ts', import.meta.url);

export async function severityTable() {
  const source = await readFile(SOURCE, 'utf8');
  const rows = Object.entries(SEVERITIES).map(([kind, severity]) => {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/).)*)\\*/\\s*\\| '${kind}'`, 's').exec(source)?.[1];
    if (comment === undefined) throw new Error(`nothing says what ${kind} is`);
    return `| \`${kind}\` | ${severity} | ${comment.replace(/\s*\*\s*|\s+/g, ' ').trim()} |`;
  });
  return ['| kind | by default | what |', '| --- | --- | --- |', ...rows].join('\n');
}
