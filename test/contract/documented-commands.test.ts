import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.js';
import { flagName } from '#src/cli/flag.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const folders = ['.', 'docs', 'docs/decisions'];
const documents = folders.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .map((file) => `${folder}/${file}`),
);
const lines = documents.flatMap((document) =>
  [...read(document).matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('npm install '))
      .map((line) => ({ document, line: line.replace(/\s#.*$/, '') })),
  ),
);

const calls = lines.flatMap(({ document, line }) =>
  [...line.matchAll(/(?:^|[\s(])pageward(?:@latest)? ([a-z]+)([^|>&)]*)/g)].map(([, name = '', rest = '']) => ({
    document,
    name,
    flags: rest.match(/(?<=\s)-{1,2}[a-z][a-z-]*/g) ?? [],
  })),
);

it('there are command lines to look at', () => {
  expect(calls.length).toBeGreaterThan(12);
});

it.each(calls)('$document calls a command that there is, with flags that it has: $name $flags', ({ name, flags }) => {
  const table = COMMANDS.find((command) => command.name === name)?.flags;
  expect(table).toBeDefined();
  const known = Object.entries(table ?? {}).flatMap(([key, { short }]) => [flagName(key), `-${short}`]);
  expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
});

const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;

it.each(
  lines.flatMap(({ document, line }) =>
    [...line.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => ({ document, name })),
  ),
)('$document runs a script that there is: $name', ({ name }) => {
  expect(Object.keys(scripts)).toContain(name);
});
