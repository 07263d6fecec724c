import ts from 'typescript';
import { expect, it } from 'vitest';
import { SNAPSHOT_USES, snapshotScript } from '#src/page/snapshot-program.js';
import { snapshotDocument } from '#src/page/snapshot-script.js';

it('sends the functions of a snapshot as they are written, without their comments', () => {
  const script = snapshotScript({ maxChars: 1_000, asFrame: false });
  const sent = tokensOf(script).join('\n');
  const functions = [snapshotDocument, ...SNAPSHOT_USES].map(String);
  for (const written of functions) expect(sent).toContain(tokensOf(written).join('\n'));
  expect(script.length).toBeLessThan(functions.join('\n').length);
  expect(script).not.toContain('/**');
});

it('sends the same text for the same options, which a browser compiles once', () => {
  const options = { maxChars: 1_000, asFrame: true };
  expect(snapshotScript(options)).toBe(snapshotScript({ ...options }));
});

/** The words and signs of a program; blanks in what is written over several lines do not count. */
function tokensOf(program: string): string[] {
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (node.getChildCount(file) > 0) for (const child of node.getChildren(file)) visit(child);
    else tokens.push(node.getText(file).replace(/\s+/g, ' '));
  };
  const file = ts.createSourceFile('sent.js', program, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  for (const statement of file.statements) visit(statement);
  return tokens.filter((token) => token !== '');
}
