/** The class names and the id of an element as words in lower case, with a space before and after each. */
export function nameWords(element: Element): string {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  if (names === ' ') return '';
  const words = names
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  return words === null ? '' : ` ${words.join(' ')} `;
}
