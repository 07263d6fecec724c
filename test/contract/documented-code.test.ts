import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { documentedBlocks, ROOT } from '../support/documented-blocks.js';

/** What the text around a block has made, or is the reader's own. */
const GIVEN = `
declare var model: any, prompt: any, messages: any, max_tokens: any, chat: any, client: any, message: any, reader: any;
declare var urls: string[], sessionId: string, show: (...told: unknown[]) => void;
declare var promptOperator: (question: string, ...more: unknown[]) => Promise<string>;
declare var set: import('pageward').Toolset;
`;
/** A block goes on with what those before it have imported. */
const IMPORTED = `
import { generateText, stepCountIs } from 'ai';
import { tool } from '@langchain/core/tools';
import { ToolMessage } from '@langchain/core/messages';
import { askHuman, HttpReader, HumanChannel, mapSite, toolset } from 'pageward';
import { aiSdkTools } from 'pageward/ai-sdk';
import { anthropicTools } from 'pageward/anthropic';
import { langChainTools } from 'pageward/langchain';
`;

describe('the TypeScript and JavaScript of the documentation', () => {
  const blocks = new Map(
    documentedBlocks(['ts', 'js']).map(({ document, line, code }) => {
      return [`${document}:${line}`, code.includes('import ') ? code : IMPORTED + code] as const;
    }),
  );
  const faults = faultsOf(blocks);

  it('is there', () => {
    expect(blocks.size).toBeGreaterThan(10);
  });

  it('would be found wanting here', () => {
    expect(faultsOf(new Map([['x', "import { noSuch } from 'pageward';"]])).get('x')).toHaveLength(1);
  });

  it.each([...blocks.keys()])('fits the types, in strict programs: %s', (name) => {
    expect(faults.get(name) ?? []).toEqual([]);
  });
});

/** What the compiler has against each of them, as a file of a program that uses the package. */
function faultsOf(blocks: ReadonlyMap<string, string>): Map<string, string[]> {
  const names = new Map([...blocks.keys()].map((name, index) => [path.join(ROOT, `block-${index}.ts`), name]));
  const given = path.join(ROOT, 'block-given.d.ts');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    // Without the DOM's, whose `prompt` and `name` would stand for what a block has forgotten.
    lib: ['lib.esnext.d.ts'],
    paths: { ai: ['./node_modules/ai-v6/dist/index.d.ts'] },
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const virtual = (file: string) => (file === given ? GIVEN : blocks.get(names.get(path.resolve(file)) ?? ''));
  host.getCurrentDirectory = () => ROOT;
  host.fileExists = (file) => virtual(file) !== undefined || fileExists(file);
  host.readFile = (file) => virtual(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...more) => {
    const text = virtual(file);
    return text === undefined ? getSourceFile(file, language, ...more) : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([given, ...names.keys()], options, host);
  const faults = new Map<string, string[]>();
  for (const [file, name] of names) {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    faults.set(
      name,
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
  }
  return faults;
}
