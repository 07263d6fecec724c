import { typeName } from './json-ld.js';
import { elementName, elementsWhere } from './walk.js';
import { collapse } from './white-space.js';

/** Longer values are texts, and no facts. */
const MAX_VALUE_CHARS = 1_000;

/** A thing that markup describes, by microdata or RDFa. */
export interface Item {
  readonly element: Element;
  /** Without the address of the vocabulary. */
  readonly types: readonly string[];
  /** The thing that it is a part of. */
  readonly owner: Item | undefined;
}

/** A property that an element states of the thing it stands in. */
export interface ItemProperty {
  readonly name: string;
  readonly element: Element;
  readonly owner: Item | undefined;
}

/** What a document says by microdata and RDFa. */
export interface ItemMarkup {
  readonly items: readonly Item[];
  readonly properties: readonly ItemProperty[];
}

/** Reads the microdata (`itemscope`, `itemprop`) and the RDFa (`typeof`, `property`) of a document, in document order. */
export function readItemMarkup(document: Document): ItemMarkup {
  const items: Item[] = [];
  const properties: ItemProperty[] = [];
  const itemOf = new Map<Element, Item>();
  const ownerOf = (element: Element): Item | undefined => {
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
      const item = itemOf.get(parent);
      if (item !== undefined) return item;
    }
    return undefined;
  };
  elementsWhere(document, (element) => {
    const isItem = element.hasAttribute('itemscope') || element.hasAttribute('typeof');
    const names = namesOf(element);
    if (!isItem && names.length === 0) return false;
    const owner = ownerOf(element);
    if (isItem) {
      const types = `${element.getAttribute('itemtype') ?? ''} ${element.getAttribute('typeof') ?? ''}`;
      const item = { element, owner, types: types.trim().split(/\s+/).map(typeName).filter(Boolean) };
      items.push(item);
      itemOf.set(element, item);
    }
    for (const name of names) properties.push({ name, element, owner });
    return false;
  });
  return { items, properties };
}

/** The properties of an item itself, and not of those in it. */
export function propertiesOf({ properties }: ItemMarkup, item: Item, name: string): ItemProperty[] {
  return properties.filter((property) => property.owner === item && property.name === name);
}

/** The value of a property, whitespace collapsed; empty where it is a thing of its own, or a whole text. */
export function propertyValue({ element }: ItemProperty): string {
  if (element.hasAttribute('itemscope')) return '';
  const stated = element.getAttribute('content');
  if (stated !== null) return collapse(stated);
  const name = elementName(element);
  if (name === 'time') return collapse(element.getAttribute('datetime') ?? element.textContent);
  if (name === 'link' || name === 'img') return collapse(element.getAttribute(name === 'img' ? 'src' : 'href'));
  const text = element.textContent ?? '';
  return text.length > MAX_VALUE_CHARS * 10 ? '' : collapse(text).slice(0, MAX_VALUE_CHARS);
}

function namesOf(element: Element): string[] {
  const names = [element.getAttribute('itemprop'), rdfaName(element)].filter((name) => name !== null);
  return names
    .flatMap((name) => name.trim().split(/\s+/))
    .filter(Boolean)
    .map(typeName);
}

/** Open Graph's properties are no thing's, though written as RDFa. */
function rdfaName(element: Element): string | null {
  const name = element.getAttribute('property');
  return name !== null && /^(?:schema:|https?:\/\/schema\.org\/)?[\w-]+$/.test(name.trim()) ? name : null;
}
