import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Which folders a folder may import from. Down only; what is not listed is forbidden. */
const LAYERS: Record<string, readonly string[]> = {
  base: [],
  guard: ['base'],
  page: ['base'],
  browser: ['page', 'guard', 'base'],
  reader: ['browser', 'page', 'guard', 'base'],
  search: ['reader', 'page', 'guard', 'base'],
  hosted: ['guard', 'base'],
  crawl: ['reader', 'page', 'guard', 'base'],
  report: ['crawl', 'page', 'guard', 'base'],
  tools: ['hosted', 'search', 'crawl', 'reader', 'page', 'guard', 'base'],
  adapters: ['tools', 'hosted', 'page', 'base'],
  // Of the reader the type of a loader only: whoever makes the server hands one in.
  mcp: ['tools', 'reader', 'page', 'base'],
  cli: ['mcp', 'adapters', 'report', 'tools', 'crawl', 'search', 'reader', 'browser', 'page', 'guard', 'base'],
};

/** The one file that may import each heavy dependency; its folder may import the types. */
const DOORS: Record<string, string> = {
  '@mozilla/readability': 'page/article.ts',
  ajv: 'reader/json-schema.ts',
  'ajv-formats': 'reader/json-schema.ts',
  turndown: 'page/markdown.ts',
  jsdom: 'reader/document-parser.ts',
  parse5: 'reader/document-parser.ts',
  unpdf: 'reader/pdf.ts',
  'lru-cache': 'reader/cache.ts',
  tldts: 'base/site.ts',
  playwright: 'browser/launch.ts',
  undici: 'guard/pinned-client.ts',
  'p-queue': 'crawl/queue.ts',
  bullmq: 'crawl/redis-queue.ts',
  ioredis: 'crawl/redis-connection.ts',
  commander: 'cli/main.ts',
  'mdast-util-from-markdown': 'cli/serve/markdown-tree.ts',
  'mdast-util-gfm': 'cli/serve/markdown-tree.ts',
  'micromark-extension-gfm': 'cli/serve/markdown-tree.ts',
  '@modelcontextprotocol/server': 'mcp/protocol.ts',
  '@modelcontextprotocol/server/stdio': 'mcp/stdio.ts',
  '@modelcontextprotocol/node': 'mcp/http-transport.ts',
};

/** What users import that is made of several files. */
const FACES: ReadonlySet<string> = new Set(['index.ts', 'report/public.ts']);

/** Only the guard opens a socket; `mcp/` and `cli/serve/` listen. */
const SOCKET_MODULES = /^(?:node:)?(?:net|tls|dgram|dns|dns\/promises|http|https|http2)$|^undici$/;
const MAY_OPEN_SOCKETS = /^(?:guard|mcp)\/|^cli\/serve(?:\.ts$|\/)/;
const SOCKET_GLOBALS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);

/** Whom a browser is found and started by, the command line, and the one key that the library looks for itself. */
const MAY_READ_ENVIRONMENT = /^(?:browser|cli)\/|^search\/tavily\.ts$/;

/** Playwright's HTTP clients run in Node, past every listener of the guard. */
const PLAYWRIGHTS_CLIENTS = /(?:^|\.)#?(?:(?:page|context|browserContext|playwright)\.request|route\.fetch)$/;

/** Contracts: types and nothing else from elsewhere, so that implementing one drags nothing in. */
const PROTOCOLS = ['reader/reader.ts', 'search/search.ts'];

/** Alternatives to one another: whoever takes one must not get the others with it. */
const ALTERNATIVES =
  /^(?:search\/(?:duckduckgo|tavily|first-of)|adapters\/(?:ai-sdk|anthropic|openai-agents|langchain))/;

/** Adapted to by shape, or handed in: who uses one has it installed, and nobody needs another, for its types neither. */
const FRAMEWORKS = /^(?:ai$|ai\/|ai-v|@ai-sdk\/|@anthropic-ai\/|@openai\/|openai$|@langchain\/|langchain$)/;

/** Node 20 gets `URL.canParse` wrong (see `asUrl`); what runs in a page does without us, and its browser gets it right. */
const MISTAKEN = /(?:^|\.)URL\.canParse$/;
const RUNS_IN_PAGES = 'page/attribute-writer.ts';

const FORBIDDEN_NAMES = /(?:^|\/)(?:utils?|helpers?|common|manager|misc|shared)(?:\.ts|\/)|[A-Z_]/;
const MAX_LINES = 400;

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

interface SourceFacts {
  readonly imports: readonly Import[];
  readonly socketGlobals: readonly string[];
  readonly readsEnvironment: boolean;
  readonly mistakes: boolean;
  readonly reexports: boolean;
  readonly lines: number;
}

type Sources = ReadonlyMap<string, string>;

function factsOf(file: string, source: string): SourceFacts {
  const imports: Import[] = [];
  const socketGlobals: string[] = [];
  let reexports = false;
  let readsEnvironment = false;
  let mistakes = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ from: node.moduleSpecifier.text, typeOnly: isTypeOnly(node) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ from: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
      reexports ||= !node.isTypeOnly;
    } else if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const dynamic = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      if (dynamic && argument && ts.isStringLiteral(argument)) imports.push({ from: argument.text, typeOnly: false });
      // A module that is got in another way than by import passes by all that is checked here.
      if (/(?:^|\.)getBuiltinModule$|^createRequire\([^()]*\)$/.test(node.expression.getText()))
        socketGlobals.push('require');
    } else if (ts.isIdentifier(node) && SOCKET_GLOBALS.has(node.text) && isGlobal(node)) {
      socketGlobals.push(node.text);
    } else if (ts.isPropertyAccessExpression(node) && PLAYWRIGHTS_CLIENTS.test(node.getText())) {
      socketGlobals.push(node.getText());
    }
    readsEnvironment ||= isEnvironment(node);
    mistakes ||= ts.isPropertyAccessExpression(node) && MISTAKEN.test(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return { imports, socketGlobals, readsEnvironment, mistakes, reexports, lines: source.split('\n').length };
}

/** `process.env`, or `env` taken out of `process`. */
function isEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return /(?:^|\.)process\.env$/.test(node.getText());
  if (!ts.isBindingElement(node) || !/^env\b/.test(node.getText())) return false;
  const declaration = node.parent.parent;
  return ts.isVariableDeclaration(declaration) && /(?:^|\.)process$/.test(declaration.initializer?.getText() ?? '');
}

/** Whether the name stands for the global, called or handed on, and is not somebody's own property or method. */
function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return /^(?:globalThis|window|self|global)$/.test(parent.expression.getText());
  }
  const named = ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent);
  return !(named && parent.name === node) && !ts.isMethodSignature(parent);
}

function isTypeOnly(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Every breach of the architecture in a set of source files, as sentences. */
function violations(sources: Sources): string[] {
  const found: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const facts = factsOf(file, source);
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : '';
    const targets: string[] = [];
    graph.set(file, targets);
    if (FORBIDDEN_NAMES.test(file)) found.push(`${file} is not a kebab-case noun`);
    if (facts.lines > MAX_LINES) found.push(`${file} has ${facts.lines} lines`);
    if (facts.reexports && !FACES.has(file)) found.push(`${file} is a barrel`);
    if (folder !== '' && LAYERS[folder] === undefined) found.push(`${folder}/ has no place in the layers`);
    for (const name of facts.socketGlobals) {
      if (!MAY_OPEN_SOCKETS.test(file)) found.push(`${file} opens a socket by ${name}`);
    }
    if (facts.readsEnvironment && !MAY_READ_ENVIRONMENT.test(file)) found.push(`${file} reads the environment`);
    if (facts.mistakes && file !== RUNS_IN_PAGES) found.push(`${file} asks URL.canParse`);
    for (const { from, typeOnly } of facts.imports) {
      if (from.startsWith('.')) {
        const target = path.posix.join(path.posix.dirname(file), from).replace(/\.js$/, '.ts');
        targets.push(target);
        const targetFolder = target.split('/')[0] ?? '';
        const allowed = folder === '' || targetFolder === folder || LAYERS[folder]?.includes(targetFolder);
        if (!allowed) found.push(`${file} imports up: ${target}`);
        const [one, other] = [alternativeOf(file), alternativeOf(target)];
        if (one && other && one !== other) found.push(`${file} imports an alternative: ${target}`);
        if (PROTOCOLS.includes(file) && !typeOnly) found.push(`${file} is a protocol and imports ${target}`);
        continue;
      }
      if (FRAMEWORKS.test(from)) found.push(`${file} imports the framework ${from}`);
      if (SOCKET_MODULES.test(from) && !MAY_OPEN_SOCKETS.test(file)) found.push(`${file} opens a socket by ${from}`);
      const door = DOORS[from];
      if (door !== undefined && file !== door && !(typeOnly && file.startsWith(`${path.posix.dirname(door)}/`))) {
        found.push(`${file} imports ${from}, whose door is ${door}`);
      }
    }
  }
  return [...found, ...cyclesOf(graph)];
}

function alternativeOf(file: string): string | undefined {
  return ALTERNATIVES.exec(file)?.[0];
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at !== -1) {
      found.push(`cycle: ${[...trail.slice(at), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

function readSources(): Sources {
  const root = path.resolve(import.meta.dirname, '../../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(root, file), 'utf8')]));
}

describe('the layers', () => {
  it('hold in the source tree', () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(30);
    expect(violations(sources)).toEqual([]);
  });

  it('give every dependency of package.json its door', () => {
    const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    const free = ['zod'];
    const dependencies = { ...manifest.dependencies, ...manifest.peerDependencies };
    expect(Object.keys(dependencies).filter((name) => !free.includes(name) && !(name in DOORS))).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['an import up', { 'guard/a.ts': `import { x } from '../reader/b.js';` }, /imports up: reader\/b\.ts/],
    ['a type imported up', { 'base/a.ts': `import type { X } from '../page/b.js';` }, /imports up/],
    ['a dynamic import up', { 'page/a.ts': `const b = await import('../browser/b.js');` }, /imports up/],
    ['a sibling', { 'guard/a.ts': `import { x } from '../page/b.js';` }, /imports up/],
    ['an alternative', { 'search/tavily.ts': `import { x } from './duckduckgo-form.js';` }, /imports an alternative/],
    ['another adapter', { 'adapters/langchain.ts': `import { x } from './ai-sdk.js';` }, /imports an alternative/],
    ['a framework’s type', { 'adapters/ai-sdk.ts': `import type { Tool } from 'ai';` }, /imports the framework ai/],
    ['an unknown folder', { 'extra/a.ts': '' }, /no place in the layers/],
    ['a second door', { 'reader/a.ts': `import { JSDOM } from 'jsdom';` }, /whose door is/],
    ['a type through the wrong folder', { 'cli/a.ts': `import type { Page } from 'playwright';` }, /whose door is/],
    ['a socket module', { 'reader/a.ts': `import net from 'node:net';` }, /opens a socket by node:net/],
    ['a bare socket module', { 'cli/a.ts': `import dns from 'dns/promises';` }, /opens a socket/],
    ['a call of fetch', { 'tools/a.ts': `await fetch('https://example.com');` }, /opens a socket by fetch/],
    ['a call of globalThis.fetch', { 'tools/a.ts': 'globalThis.fetch(url)' }, /opens a socket by fetch/],
    ['fetch handed on', { 'tools/a.ts': 'const get = globalThis.fetch;' }, /opens a socket by fetch/],
    ['fetch taken apart', { 'tools/a.ts': 'const { fetch: get } = globalThis;' }, /opens a socket by fetch/],
    ['a required module', { 'tools/a.ts': `createRequire(import.meta.url)('node:net')` }, /opens a socket by require/],
    ['a built-in module', { 'tools/a.ts': `process.getBuiltinModule('net')` }, /opens a socket by require/],
    ['a page’s client', { 'browser/a.ts': 'page.request.get(url)' }, /opens a socket by page\.request/],
    [
      'a context’s client',
      { 'browser/a.ts': 'const { post } = tab.context.request' },
      /opens a socket by tab\.context/,
    ],
    ['a route’s client', { 'browser/a.ts': 'await route.fetch()' }, /opens a socket by route\.fetch/],
    ['a WebSocket', { 'browser/a.ts': `new WebSocket('ws://x');` }, /opens a socket by WebSocket/],
    ['a look into the environment', { 'hosted/a.ts': `const key = process.env['KEY'];` }, /reads the environment/],
    ['an environment taken apart', { 'tools/a.ts': 'const { env } = process;' }, /reads the environment/],
    ['a question that Node gets wrong', { 'guard/a.ts': 'URL.canParse(text)' }, /asks URL\.canParse/],
    ['a barrel', { 'guard/a.ts': `export { x } from './b.js';` }, /is a barrel/],
    ['a drawer', { 'base/utils.ts': '' }, /not a kebab-case noun/],
    ['a camel-case name', { 'base/someThing.ts': '' }, /not a kebab-case noun/],
    ['a long file', { 'base/a.ts': '\n'.repeat(500) }, /has 501 lines/],
    ['a protocol with an implementation', { 'reader/reader.ts': `import { x } from './cache.js';` }, /is a protocol/],
    [
      'a cycle',
      { 'base/a.ts': `import './b.js';`, 'base/b.ts': `import './a.js';` },
      /cycle: base\/a\.ts -> base\/b\.ts/,
    ],
  ])('are broken by %s', (_, files, expected) => {
    expect(violations(new Map(Object.entries(files))).join('\n')).toMatch(expected);
  });

  it('allow a type from the door of the same folder', () => {
    expect(violations(new Map([['browser/a.ts', `import type { Page } from 'playwright';`]]))).toEqual([]);
  });
});
