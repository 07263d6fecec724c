import { elementName, elementsNamed, elementsWhere } from './walk.js';

/** Longer than this it is an explanation. */
const NAME_CHARS = 80;

/** The text of a link; where it shows none, the name that it has for those who cannot see its sign. Else empty. */
export function linkText(link: Element): string {
  return collapsed(link.textContent) || nameOf(link);
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
    else if (collapsed(image.getAttribute('alt')) === '') image.setAttribute('alt', name);
  }
}

/** Whether it shows a text; that in a drawing is the drawing's name. */
function hasText(link: Element): boolean {
  const drawn = elementsNamed(link, 'svg').map((drawing) => collapsed(drawing.textContent));
  return collapsed(link.textContent) !== drawn.filter((text) => text !== '').join(' ');
}

function nameOf(link: Element): string {
  const own = labelOf(link);
  if (own !== '') return own;
  const parts = elementsWhere(link, (element) => ['img', 'svg', 'i', 'span', 'title'].includes(elementName(element)));
  return parts.map(labelOf).find((label) => label !== '') ?? '';
}

function labelOf(element: Element): string {
  const name = elementName(element);
  if (name === 'title') return collapsed(element.textContent);
  return (
    ['aria-label', 'alt', 'title']
      .map((attribute) => collapsed(element.getAttribute(attribute)))
      .find((label) => label !== '') ?? ''
  );
}

function collapsed(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
