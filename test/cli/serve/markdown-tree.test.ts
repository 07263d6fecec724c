import { describe, expect, it } from 'vitest';
import { LIMITS } from '#src/base/limits.js';
import { shownTree } from '#src/cli/serve/markdown-tree.js';
import { makeTree } from '#src/cli/serve/tree-maker.js';
import { SHOWN_TAGS, type ShownNode } from '#src/cli/serve/try-page/try-result.js';

function all(nodes: readonly ShownNode[]): ShownNode[] {
  return nodes.flatMap((node) => [node, ...(typeof node === 'string' ? [] : all(node.children))]);
}
const textOf = (nodes: readonly ShownNode[]): string =>
  all(nodes)
    .filter((node) => typeof node === 'string')
    .join('');
const hrefsOf = (nodes: readonly ShownNode[]): unknown[] =>
  all(nodes).flatMap((node) => (typeof node === 'string' || !('href' in node) ? [] : [node.href]));

describe('the tree of a Markdown text', () => {
  it('has what Markdown has', () => {
    const tree = shownTree(
      '# One\n\n*a* **b** ~~c~~ `d`\n\n3. x\n4. y\n\n- [x] done\n- [ ] open\n\n> q\n\n```js\ncode\n```\n\n---\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n[one][1] note[^n]\n\n[1]: https://example.com/\n[^n]: The note.',
    );
    const tags = all(tree).flatMap((node) => (typeof node === 'string' ? [] : [node.tag]));
    for (const tag of [
      'h1',
      'em',
      'strong',
      'del',
      'code',
      'ol',
      'ul',
      'li',
      'blockquote',
      'pre',
      'hr',
      'table',
      'th',
      'td',
      'a',
      'sup',
    ]) {
      expect(tags).toContain(tag);
    }
    expect(all(tree)).toContainEqual(expect.objectContaining({ tag: 'ol', start: 3 }));
    expect(textOf(tree)).toMatch(/☑ done.*☐ open.*The note\./s);
    expect(hrefsOf(tree)).toEqual(['https://example.com/']);
  });

  it('shows HTML as text, and makes no element of it', () => {
    const tree = shownTree('<script>alert(1)</script>\n\nHi <img src=x onerror=alert(1)> there\n\n<iframe src="//x">');
    expect(textOf(tree)).toContain('<script>alert(1)</script>');
    expect(textOf(tree)).toContain('<img src=x onerror=alert(1)>');
    for (const node of all(tree)) {
      if (typeof node !== 'string') expect(SHOWN_TAGS).toContain(node.tag);
    }
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](/relative)',
    '![x](javascript:alert(1))',
    '[x][r]\n\n[r]: javascript:alert(1)',
    '<javascript:alert(1)>',
  ])('leads nowhere by %s', (markdown) => {
    expect(hrefsOf(shownTree(markdown))).toEqual([]);
  });

  it('has nothing that turns or hides text', () => {
    expect(textOf(shownTree('safe\u202etxt.exe \u2066x\u2069 a\u200bb'))).toBe('safetxt.exe x ab');
  });

  it('is no deeper and no larger than can be shown', () => {
    const deep = shownTree(`${'> '.repeat(500)}deep`);
    const depthOf = (nodes: readonly ShownNode[]): number =>
      1 + Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : depthOf(node.children))));
    expect(depthOf(deep)).toBeLessThan(LIMITS.tryPageDepth + 5);
    expect(all(shownTree('*a* '.repeat(15_000))).length).toBeLessThanOrEqual(LIMITS.tryPageNodes);
  });

  it('is made in a thread, and given up when that takes too long', async () => {
    const { signal } = new AbortController();
    expect(await makeTree('# One', { signal, timeoutMs: 20_000 })).toEqual([{ tag: 'h1', children: ['One'] }]);
    expect(await makeTree('# One', { signal, timeoutMs: 1 })).toBeUndefined();
  }, 30_000);

  it('is not made for whoever has gone', async () => {
    const gone = new AbortController();
    const making = makeTree('# One', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(making).rejects.toThrow('gone');
  });
});
