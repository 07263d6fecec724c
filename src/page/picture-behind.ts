/**
 * The picture that stands behind an element, as markup; empty when there is none, or it is small, a pattern, or only
 * repeats a picture that the element holds. Sent to browser pages as text.
 */
export function pictureBehind(element: Element): string {
  const MIN_WIDTH_PX = 150;
  const MIN_HEIGHT_PX = 100;
  const style = getComputedStyle(element);
  const [, url = ''] = /url\("?((?:[^"\\)]|\\.)*)"?\)/.exec(style.backgroundImage) ?? [];
  if (!/^https?:/i.test(url)) return '';
  const { width, height } = element.getBoundingClientRect();
  const isPattern =
    style.backgroundRepeat.includes('repeat') &&
    !/no-repeat/.test(style.backgroundRepeat) &&
    style.backgroundSize === 'auto';
  if (width < MIN_WIDTH_PX || height < MIN_HEIGHT_PX || isPattern || element.querySelector('img') !== null) return '';
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const label = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '';
  return `<img src="${escaped(url)}" alt="${escaped(label)}">`;
}

/**
 * The picture that an element shows to browsers without scripts, as markup, where it stands for one before it that has no
 * address yet. Sent to browser pages as text.
 */
export function pictureWithoutScripts(noscript: Element): string {
  const lazy = noscript.previousElementSibling;
  const isWaiting = lazy?.localName === 'img' && !/^https?:/i.test((lazy as HTMLImageElement).currentSrc);
  if (!isWaiting || /^(?!data:|about:)\S/i.test(lazy?.getAttribute('src') ?? '')) return '';
  const holder = new DOMParser().parseFromString(noscript.textContent, 'text/html').querySelector('img');
  const source = holder?.getAttribute('src') ?? '';
  if (holder === null || source === '') return '';
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<img src="${escaped(source)}" alt="${escaped(holder.getAttribute('alt') ?? '')}">`;
}
