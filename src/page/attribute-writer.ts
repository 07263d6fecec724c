import { trueProperty } from './true-property.js';

/** Writes the attributes of an element as markup, each with a blank before it; what gainsays its state is left out. */
export type AttributeWriter = (element: Element, state?: 'shown' | 'unfolded') => string;

/**
 * Writes attributes as a reader of the snapshot needs them: images with the address that the browser chose, addresses
 * made absolute where `isForeign` says that they would be read against the wrong page, marks of ours that the page has set
 * itself left out. For browser pages; sent there as text.
 */
export function attributeWriter(isForeign: (element: Element) => boolean): AttributeWriter {
  const nameOf = trueProperty<string>('localName');
  const attributesOf = trueProperty<NamedNodeMap>('attributes');
  /** What says that a part is not shown. */
  const FOLDING = new Set(['hidden', 'style', 'aria-hidden']);
  const ADDRESSES = /^(?:href|src|poster|action|data-src|data-lazy-src|data-original)$/;
  return (element, state) => {
    const image = isImage(element) ? element : undefined;
    const foreign = isForeign(element);
    let text = '';
    for (const { name, value } of attributesOf(element)) {
      const isLeftOut = name.startsWith('data-pageward-') || (state !== undefined && gainsays(state, name, value));
      if (isLeftOut || (name === 'src' && image !== undefined)) continue;
      text += ` ${name}="${escaped(foreign ? absolute(element, name, value) : value)}"`;
    }
    const source = image === undefined ? '' : sourceOf(image, foreign);
    if (source !== '') text += ` src="${escaped(source)}"`;
    if (state === 'unfolded') text += ' data-pageward-unfolded=""';
    const isTicked = nameOf(element) === 'input' && (element as HTMLInputElement).checked;
    return isTicked && !element.hasAttribute('checked') ? `${text} checked=""` : text;
  };

  function gainsays(state: 'shown' | 'unfolded', name: string, value: string): boolean {
    return state === 'unfolded' ? FOLDING.has(name) : name === 'hidden' && !/^until-found$/i.test(value);
  }

  function isImage(element: Element): element is HTMLImageElement {
    return nameOf(element) === 'img' && 'currentSrc' in element;
  }

  /** The written address, unless it is a place-holder for the one that the browser chose. */
  function sourceOf(image: HTMLImageElement, foreign: boolean): string {
    const written = image.getAttribute('src') ?? '';
    const isPlaceholder = written === '' || /^(?:data|about|javascript):/i.test(written);
    if (isPlaceholder && /^https?:/i.test(image.currentSrc)) return image.currentSrc;
    return foreign ? absolute(image, 'src', written) : written;
  }

  function absolute(element: Element, name: string, value: string): string {
    const resolve = (url: string): string =>
      URL.canParse(url, element.baseURI) ? new URL(url, element.baseURI).href : url;
    if (ADDRESSES.test(name)) return value.startsWith('#') ? value : resolve(value);
    if (!/srcset$/.test(name)) return value;
    return value.replace(/(^\s*|,\s+)([^\s,]\S*)/g, (_, before: string, url: string) => before + resolve(url));
  }

  function escaped(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
  }
}
