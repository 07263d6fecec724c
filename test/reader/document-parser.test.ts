import { describe, expect, it } from 'vitest';
import { documentParser } from '#src/reader/document-parser.js';

// One after the other: on Node 20 jsdom cannot require parse5 while it is being imported.
const light = await documentParser('light');
const reference = await documentParser('jsdom');

/** Elements with their attributes, and texts, in document order. */
function outlineOf(node: Node): unknown[] {
  const outline: unknown[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) outline.push((child as Text).data);
    else if (child.nodeType === 8) outline.push({ comment: (child as Comment).data });
    else if (child.nodeType === 1) {
      const element = child as Element;
      const attributes = Array.from(element.attributes, ({ name, value }) => [name, value]).sort();
      outline.push({ name: element.localName, attributes, inside: outlineOf(element) });
    }
  }
  return outline;
}

describe('the light document', () => {
  it.each([
    ['missing tags', '<title>T</title><p>a<p>b<ul><li>c<li>d</ul>'],
    ['misnested tags', '<b>a<i>b</b>c</i><p>d<b>e<p>f</b>g'],
    ['what has no place in a table', '<table><p>a<tr><td>b<td>c<p>d</table>e'],
    ['attributes of the outermost elements', '<html lang=de><body class="a b" data-x="1&amp;2" onclick=x()><p>x'],
    ['attributes twice and in capitals', '<p ID=a id=b Data-X HIDDEN>x</p>'],
    [
      'what is there when scripts do not run',
      '<head><noscript><link rel=a></noscript></head><noscript><p>a <b>b</b></noscript>',
    ],
    [
      'drawings and formulas',
      '<svg viewBox="0 0 1 1"><a xlink:href="#b"><path d=""/></a></svg><math><mi>x</mi></math>',
    ],
    [
      'texts that are no markup',
      '<title>a <b></title><textarea><p></textarea><style>p > a{}</style><script>1 < 2</script>',
    ],
    ['comments', '<!-- a --><p><!--b-->c</p><!-- d -->'],
    ['references', '<p title="&quot;&lt;&eacute;">&amp;lt; &nbsp;&#x1F600;&notin;</p>'],
    ['names of their own', '<my-card some:thing=1 @click=x :y="z"><x-y></x-y></my-card>'],
    ['frames', '<frameset cols="1"><frame src="/a"></frameset>'],
    ['nothing', ''],
  ])('is what a browser makes of %s', (_of, markup) => {
    expect(outlineOf(light(`<!doctype html>${markup}`).documentElement)).toEqual(
      outlineOf(reference(`<!doctype html>${markup}`).documentElement),
    );
  });

  it('keeps what a template holds', () => {
    const [template] = Array.from(
      light('<div><template shadowrootmode="open"><p>a</template>').querySelectorAll('template'),
    );
    expect(template?.content.firstElementChild?.outerHTML).toBe('<p>a</p>');
  });

  it('is found in by selectors', () => {
    expect(light('<main><p class="a b">x</p></main>').querySelectorAll('main > .b')).toHaveLength(1);
  });

  it('refuses more elements than fit', () => {
    expect(() => light('<b>'.repeat(250_001))).toThrow('more than');
  });
});
