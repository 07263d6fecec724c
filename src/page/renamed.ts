/** The same content in an element of another name, in its place, without its attributes. Changes the document. */
export function renamed(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  while (element.firstChild !== null) other.append(element.firstChild);
  element.replaceWith(other);
  return other;
}
