/**
 * Writes the attributes of an element as markup, each with a blank before it; what gainsays its state is left out. `name`
 * is the element's local name, as it is and not as a form says that it is.
 */
export type AttributeWriter = (element: Element, name: string, state?: 'shown' | 'unfolded') => string;

/**
 * Writes attributes as a reader of the snapshot needs them: images with the address that the browser chose, addresses
 * made absolute where `isForeign` says that they would be read against the wrong page, marks of ours that the page has set
 * itself left out. For browser pages; sent there as text.
 */
export function attributeWriter(isForeign: (element: Element) => boolean): AttributeWriter {
  // Off the prototype, since a form answers with its fields to the names of its own.
  const { getAttribute, getAttributeNames, hasAttributes } = Element.prototype;
  /** What says that a part is not shown. */
  const FOLDING = new Set(['hidden', 'style', 'aria-hidden']);
  const ADDRESSES = /^(?:href|src|poster|action|data-src|data-lazy-src|data-original)$/;
  const SPECIAL = /[&"\u00a0]/;
  return (element, name, state) => {
    const source = name === 'img' ? sourceOf(element as HTMLImageElement) : undefined;
    let text = hasAttributes.call(element) ? attributesOf(element, state, source !== undefined) : '';
    if (source !== undefined) text += source;
    if (state === 'unfolded') text += ' data-pageward-unfolded=""';
    const isTicked = name === 'input' && (element as HTMLInputElement).checked;
    return isTicked && !element.hasAttribute('checked') ? `${text} checked=""` : text;
  };

  function attributesOf(element: Element, state: 'shown' | 'unfolded' | undefined, hasSource: boolean): string {
    let text = '';
    for (const name of getAttributeNames.call(element)) {
      if (hasSource && (name === 'src' || name === 'srcset')) continue;
      // Null for a name that is written in capitals, as scripts alone can do it.
      const value = getAttribute.call(element, name) ?? '';
      if (/^data-pageward-/i.test(name) || (state !== undefined && gainsays(state, name, value))) continue;
      text += attribute(name, takesAddress(name) && isForeign(element) ? absolute(element, name, value) : value);
    }
    return text;
  }

  function attribute(name: string, value: string): string {
    return value === '' ? ` ${name}=""` : ` ${name}="${escaped(value)}"`;
  }

  function gainsays(state: 'shown' | 'unfolded', name: string, value: string): boolean {
    return state === 'unfolded' ? FOLDING.has(name) : name === 'hidden' && !/^until-found$/i.test(value);
  }

  /**
   * Where an image comes from, as attributes; undefined for what only bears its name. The written address, unless it is a
   * place-holder for the one that the browser chose, or the browser chose among several by the width of its window.
   */
  function sourceOf(image: HTMLImageElement): string | undefined {
    if (!('currentSrc' in image)) return undefined;
    const { currentSrc } = image;
    const ofImage = image.getAttribute('srcset');
    const written = image.getAttribute('src') ?? '';
    const isChosen = /^https?:/i.test(currentSrc);
    const chosen = candidatesAround(image, isChosen ? currentSrc : '');
    const isPlaceholder = written === '' || /^(?:data|about|javascript):/i.test(written);
    const source = isChosen && (isPlaceholder || chosen !== undefined) ? currentSrc : written;
    const foreign = isForeign(image);
    const candidates = chosen ?? ofImage ?? '';
    return (
      (candidates === '' ? '' : attribute('srcset', foreign ? absolute(image, 'srcset', candidates) : candidates)) +
      (source === '' ? '' : attribute('src', foreign ? absolute(image, 'src', source) : source))
    );
  }

  /** What the browser took its choice from, or will when the image comes into sight, where that is a source beside it. */
  function candidatesAround(image: HTMLImageElement, chosen: string): string | undefined {
    const around = image.parentElement;
    if (around?.localName !== 'picture') return undefined;
    for (const beside of around.children) {
      const candidates = beside.localName === 'source' ? (beside.getAttribute('srcset') ?? '') : '';
      if (chosen === '' && candidates !== '' && matchMedia(beside.getAttribute('media') ?? '').matches)
        return candidates;
      const isIt = candidates.split(/\s+/).some((word) => {
        const url = word.replace(/,+$/, '');
        return url !== '' && URL.canParse(url, image.baseURI) && new URL(url, image.baseURI).href === chosen;
      });
      if (isIt) return candidates;
    }
    return undefined;
  }

  function takesAddress(name: string): boolean {
    return ADDRESSES.test(name) || name.endsWith('srcset');
  }

  function absolute(element: Element, name: string, value: string): string {
    const resolve = (url: string): string =>
      URL.canParse(url, element.baseURI) ? new URL(url, element.baseURI).href : url;
    if (ADDRESSES.test(name)) return value.startsWith('#') ? value : resolve(value);
    return value.replace(/(^\s*|,\s+)([^\s,]\S*)/g, (_, before: string, url: string) => before + resolve(url));
  }

  function escaped(text: string): string {
    if (!SPECIAL.test(text)) return text;
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
  }
}
