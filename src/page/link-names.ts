import { elementName, elementsNamed, elementsWhere } from './walk.js';
import { collapse } from './white-space.js';

/** Longer than this it is an explanation. */
const NAME_CHARS = 80;

/** The text of a link; where it shows none, the name that it has for those who cannot see its sign. Else empty. */
export function linkText(link: Element): string {
  return collapse(link.textContent) || nameOf(link);
}

/**
 * Writes the name of a link that shows a sign alone where its text would be: as text, or as that of its image. Not of a
 * link within the page, nor of one beside which another says where it leads. Changes the document, drawings in which
 * names are included; so before they are pruned.
 */
export function nameLinks(root: Node): void {
  const links = elementsNamed(root, 'a').filter((link) => !(link.getAttribute('href') ?? '#').includes('#'));
  const isNamed = new Set(links.filter(hasText).map((link) => link.getAttribute('href')));
  for (const link of links) {
    const href = link.getAttribute('href');
    if (isNamed.has(href)) continue;
    const name = nameOf(link);
    if (name === '' || name.length > NAME_CHARS) continue;
    isNamed.add(href);
    const [image] = elementsNamed(link, 'img');
    if (image === undefined) link.append(name);
    else if (collapse(image.getAttribute('alt')) === '') image.setAttribute('alt', name);
  }
}

/** Whether it shows a text; that in a drawing is the drawing's name. */
function hasText(link: Element): boolean {
  const drawn = elementsNamed(link, 'svg').map((drawing) => collapse(drawing.textContent));
  return collapse(link.textContent) !== drawn.filter((text) => text !== '').join(' ');
}

/** In the order of the accessible name (W3C accname 1.2): what it is labelled, what is in it, its tooltip. */
function nameOf(link: Element): string {
  const inside = elementsWhere(link, (element) => ['img', 'svg', 'i', 'span', 'title'].includes(elementName(element)));
  const names = [
    attributeOf(link, 'aria-label'),
    ...inside.map(labelOf),
    attributeOf(link, 'title'),
    attributeOf(link, 'alt'),
  ];
  return names.find((name) => name !== '') ?? '';
}

function labelOf(element: Element): string {
  if (elementName(element) === 'title') return collapse(element.textContent);
  return ['aria-label', 'alt', 'title'].map((name) => attributeOf(element, name)).find((label) => label !== '') ?? '';
}

function attributeOf(element: Element, name: string): string {
  return collapse(element.getAttribute(name));
}
