import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { environmentName, flagName } from '#src/cli/flag.js';
import { MCP_FLAGS } from '#src/cli/options.js';
import { runCli } from '../support/run-cli.js';

const read = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(await read('package.json'));
const server = JSON.parse(await read('server.json'));
const docs = await read('docs/mcp.md');

describe('server.json', () => {
  const [published] = server.packages;

  it('names this package, in this version', () => {
    expect(server.name).toBe(manifest.mcpName);
    expect(published.identifier).toBe(manifest.name);
    expect([server.version, published.version]).toEqual([manifest.version, manifest.version]);
    expect(`git+${server.repository.url}.git`).toBe(manifest.repository.url);
    expect(manifest.files).toContain('server.json');
    expect(manifest.keywords).toContain('mcp');
  });

  it('is as its registry wants it', () => {
    expect(server.$schema).toMatch(/\/2025-12-11\/server\.schema\.json$/);
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
    expect(published).toMatchObject({ registryType: 'npm', transport: { type: 'stdio' } });
  });

  it('starts what there is, with variables that are read', async () => {
    const args = published.packageArguments.map(({ value }: { value: string }) => value);
    expect(await runCli(args, { stdin: '' })).toMatchObject({ code: 0, stdout: '' });
    const known = [...Object.keys(MCP_FLAGS).map(environmentName), 'TAVILY_API_KEY'];
    for (const { name } of published.environmentVariables) expect(known).toContain(name);
  });
});

describe('docs/mcp.md', () => {
  const blocks = [...docs.matchAll(/^```(json|toml|sh)\n([\s\S]*?)^```/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  const commands = blocks.flatMap(({ kind, text }) => commandsIn(kind, text));

  it('has a snippet for each kind of client', () => {
    expect(blocks.map(({ kind }) => kind).sort()).toEqual([
      'json',
      'json',
      'json',
      'json',
      'sh',
      'sh',
      'sh',
      'sh',
      'toml',
    ]);
    expect(commands).toHaveLength(8);
  });

  it.each(commands)('has a snippet that starts the server: $command $args', async ({ command, args, env }) => {
    expect(command).toBe('npx');
    const [yes, name, ...rest] = args;
    expect([yes, name, rest[0]]).toEqual(['-y', `${manifest.name}@latest`, 'mcp']);
    if (rest.includes('--http')) return;
    expect(await runCli(rest, { stdin: '', env })).toMatchObject({ code: 0, stdout: '' });
  });

  it('tells of every flag, and of none that there is not', () => {
    const flags = Object.keys(MCP_FLAGS).map(flagName);
    const told = new Set(docs.match(/--[a-z]+(?:-[a-z]+)*/g));
    const ofOthers = ['--add-mcp'];
    expect(flags.filter((flag) => !told.has(flag))).toEqual([]);
    expect([...told].filter((flag) => !flags.includes(flag) && !ofOthers.includes(flag))).toEqual([]);
  });
});

interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** What a snippet has a client start. */
function commandsIn(kind: string, text: string): Started[] {
  if (kind === 'toml') {
    const value = (key: string) => JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(text)?.[1] ?? 'null');
    expect(text).toMatch(/^\[mcp_servers\.pageward\]$/m);
    return [{ command: value('command'), args: value('args'), env: {} }];
  }
  if (kind === 'sh') {
    const added = /--add-mcp '(.*)'/.exec(text)?.[1];
    if (added !== undefined) return [{ env: {}, ...JSON.parse(added) }];
    const [command = '', ...args] = text
      .trim()
      .replace(/^.* -- /, '')
      .split(' ');
    return [{ command, args, env: {} }];
  }
  const { mcpServers, servers = mcpServers } = JSON.parse(text);
  const { url, ...started } = servers.pageward;
  if (url === undefined) return [{ env: {}, ...started }];
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8931\/mcp$/);
  return [];
}
