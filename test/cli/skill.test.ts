import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { COMMANDS } from '#src/cli/commands.js';
import { flagName } from '#src/cli/flag.js';
import { tokensOf } from '../../docs/tool-tokens.js';
import { startSearchSite } from '../../fixtures/search-site/server.js';
import { startSkillSite } from '../../fixtures/skill-site/server.js';
import { PROGRAM, runCli } from '../support/run-cli.js';
import { EXAMPLE_ORIGIN, SKILL_FILE, skillDocument } from '../support/skill-document.js';

const browser = await locateBrowser().catch(() => undefined);
const { front, body, commands } = await skillDocument();

const WRITES_FILE = /^pageward .* -o /;

/** What a command that is worth its tokens must have printed. */
const SAYS: readonly (readonly [RegExp, RegExp])[] = [
  [/--outline/, /\[2\] Install \(~\d+ tokens\)/],
  [/--section 2/, /tidewatch install/],
  [/--offset/, /Continue with section=3 and offset=/],
  [/grep -n/, /^\d+:.*time-out/im],
  [/grep -l/, /^page-1\.md\npage-2\.md$/m],
  [/node -p/, /^\d+$/m],
  [/#price/, /1,290 crowns/],
  [/search/, /BEGIN EXTERNAL CONTENT.*\n1\. Tide tables/],
  [/check/, /^refuse\t.*REFUSED_ADDRESS/m],
];

describe('the skill for coding agents', () => {
  let folder: string;
  let site: Awaited<ReturnType<typeof startSkillSite>>;
  let engine: Awaited<ReturnType<typeof startSearchSite>>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pageward skill '));
    [site, engine] = await Promise.all([startSkillSite(), startSearchSite()]);
    await writeFile(path.join(folder, 'pageward'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    await chmod(path.join(folder, 'pageward'), 0o755);
  });

  afterAll(async () => {
    await Promise.all([site.close(), engine.close()]);
    await rm(folder, { recursive: true });
  });

  /** Runs a line as an agent does; its web is on loopback, which only the operator's environment lets through. */
  function run(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH: `${folder}:${path.dirname(process.execPath)}:${PATH}`,
      HOME,
      PAGEWARD_ALLOW_PRIVATE: `${site.host},${engine.host}`,
      PAGEWARD_SEARCH_ENDPOINT: `${engine.origin}/html/`,
    };
    return new Promise((resolve) => {
      const shell = execFile('/bin/sh', ['-c', line.replaceAll(EXAMPLE_ORIGIN, site.origin)], { cwd: folder, env });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) shell[name]?.on('data', (chunk) => (output[name] += chunk));
      shell.on('close', (code) => resolve({ code: code ?? -1, ...output }));
    });
  }

  it('has a name and a description that agents accept', () => {
    expect(front['name']).toBe(path.basename(path.dirname(fileURLToPath(SKILL_FILE))));
    expect(front['name']).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(front['name']?.length).toBeLessThanOrEqual(64);
    expect(front['description']).toMatch(/Use it whenever/);
    expect(front['description']?.length).toBeLessThanOrEqual(1_024);
    expect(front['description']).not.toMatch(/[<>]|: /);
  });

  it('asks for no blanket approval: flags of the same commands widen what can be reached', () => {
    expect(Object.keys(front)).toEqual(['name', 'description', 'license']);
  });

  it('is below 900 tokens', () => {
    console.log(`SKILL.md: ${tokensOf(body)} tokens; always in the prompt: ${tokensOf(front['description'])}`);
    expect(tokensOf(body)).toBeLessThan(900);
  });

  it('names no flag, command or exit code that there is not', () => {
    const flags = new Set(COMMANDS.flatMap(({ flags: table }) => Object.keys(table).map(flagName)));
    const named = [...body.matchAll(/(?<=[\s`(])--[a-z-]+/g)].map(([flag]) => flag);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((flag) => !flags.has(flag))).toEqual([]);
    const names = [...body.matchAll(/`pageward (\w+)/g)].map(([, name]) => name);
    expect(names.filter((name) => !COMMANDS.some((command) => command.name === name))).toEqual([]);
  });

  it('prints pages and results in the fence only', () => {
    const printing = commands.map(({ line }) => line).filter((line) => /^pageward (?:read|search) /.test(line));
    expect(printing.length).toBeGreaterThan(5);
    expect(printing.filter((line) => !/ -t /.test(line) && !WRITES_FILE.test(line))).toEqual([]);
  });

  it.for(commands)('runs: $line', { timeout: 60_000 }, async ({ line, exit }, { skip }) => {
    skip(line.includes('/app') && browser === undefined, 'there is no browser');
    const { code, stdout, stderr } = await run(line);
    expect(stderr).toBe('');
    expect(code).toBe(exit);
    if (WRITES_FILE.test(line)) return expect(stdout).toBe('');
    const expected = SAYS.filter(([asked]) => asked.test(line));
    expect(expected).not.toEqual([]);
    for (const [, said] of expected) expect(stdout).toMatch(said);
  });

  it.skipIf(browser === undefined)('costs what its documentation says', { timeout: 120_000 }, async () => {
    const documentation = await readFile(new URL('../../docs/skill.md', import.meta.url), 'utf8');
    const bench = fileURLToPath(new URL('../../bench/token-cost.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [bench]);
    expect(stdout).toMatch(/^\| \|/);
    expect(documentation).toContain(`\n\n${stdout}\n`);
  });

  it('is where `pageward skill` says', async () => {
    const { code, stdout, stderr } = await runCli(['skill']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await stat(stdout.trimEnd())).isDirectory()).toBe(true);
    expect(await readFile(path.join(stdout.trimEnd(), 'SKILL.md'), 'utf8')).toBe(await readFile(SKILL_FILE, 'utf8'));
  });
});
