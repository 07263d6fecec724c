import { childElements, elementName, elementsNamed, elementsWhere } from './walk.js';
import { collapse } from './white-space.js';

/** On a quotation that is a callout; its value is the kind, as GitHub writes it. */
export const CALLOUT_MARK = 'data-pageward-callout';

/** Words by which sites call their callouts, and GitHub's five kinds. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NOTE: 'note info information abstract summary seealso secondary question quote example todo',
    TIP: 'tip hint success check',
    IMPORTANT: 'important attention',
    WARNING: 'warning warn',
    CAUTION: 'caution danger error failure bug',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);
/** Classes that a callout has for being one: of Sphinx, MkDocs, Docusaurus, GitHub, Obsidian, VitePress, Starlight, AsciiDoc. */
const CALLOUT =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|markdown-alert|callout|custom-block|starlight-aside)(?:\s|$)/i;
const TITLE =
  /(?:^|[\s_-])(?:admonition-?_*title|admonitionHeading|admonition-heading|markdown-alert-title|callout-title|custom-block-title|aside__title|title)/i;
const HOSTS: ReadonlySet<string> = new Set(['div', 'aside', 'section', 'details', 'blockquote']);

/**
 * Makes every callout that can be told a quotation that says its kind: a note, a tip, a warning. Its title stays where it
 * says more than the kind. Changes the document.
 */
export function markCallouts(document: Document): void {
  for (const callout of elementsWhere(document.body, (element) => HOSTS.has(element.localName))) {
    const kind = callout.isConnected ? kindOf(callout) : undefined;
    if (kind !== undefined) replaceCallout(callout, kind);
  }
}

function kindOf(element: Element): string | undefined {
  const classes = element.getAttribute('class') ?? '';
  const called = element.getAttribute('data-callout') ?? '';
  if (classes === '' && called === '') return undefined;
  const words = [
    called,
    ...classes
      .toLowerCase()
      .split(/\s+/)
      .flatMap((name) => [name, name.split(/-+/).at(-1) ?? '']),
  ];
  const kind = words.map((word) => KINDS.get(word.toLowerCase())).find((known) => known !== undefined);
  if (kind === undefined || CALLOUT.test(classes) || called !== '' || elementName(element) === 'details') return kind;
  // Without such a class, a word for a kind is one where the first line says it too.
  const first = childElements(element)[0];
  const label = collapse(first?.textContent).toLowerCase().replace(/:$/, '');
  return elementName(element) !== 'blockquote' && KINDS.get(label) === kind && element.childElementCount > 1
    ? kind
    : undefined;
}

function replaceCallout(callout: Element, kind: string): void {
  const title = titleOf(callout);
  const name = collapse(title?.textContent).replace(/:$/, '');
  const quotation = callout.ownerDocument.createElement('blockquote');
  quotation.setAttribute(CALLOUT_MARK, kind);
  if (name !== '' && !KINDS.has(name.toLowerCase().replace(/\s+/g, ''))) {
    const line = callout.ownerDocument.createElement('p');
    const strong = callout.ownerDocument.createElement('strong');
    strong.textContent = name;
    line.append(strong);
    quotation.append(line);
  }
  title?.remove();
  // AsciiDoc lays its callouts out with a table.
  const [content] = elementsWhere(
    callout,
    (element) => element.localName === 'td' && /\bcontent\b/.test(element.className),
  );
  const source = content ?? callout;
  while (source.firstChild !== null) quotation.append(source.firstChild);
  callout.replaceWith(quotation);
}

function titleOf(callout: Element): Element | undefined {
  const [summary] = elementName(callout) === 'details' ? elementsNamed(callout, 'summary') : [];
  if (summary !== undefined) return summary;
  const named = elementsWhere(callout, (element) => TITLE.test(element.getAttribute('class') ?? ''))[0];
  const first = childElements(callout)[0];
  const isLabel = KINDS.has(collapse(first?.textContent).toLowerCase().replace(/:$/, ''));
  return named ?? (isLabel ? first : undefined);
}
