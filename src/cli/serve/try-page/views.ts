type Child = Node | string;

/** Makes an element of text and other elements: the only way in which anything gets into this page. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A part of the answer under a heading of its own. */
export function card(title: string, ...children: readonly Child[]): HTMLElement {
  return make('section', { class: 'card' }, make('h2', {}, title), ...children);
}

/** A list, or a word that there is nothing to list. */
export function listOrNone(items: readonly HTMLElement[], none: string): HTMLElement {
  if (items.length === 0) return make('p', { class: 'none' }, none);
  return make('ul', { class: 'list', tabindex: '0' }, ...items);
}

/** The element of that id. @throws when the markup and the scripts do not belong together */
export function byId<Element extends HTMLElement>(id: string, kind: new () => Element): Element {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new TypeError(`#${id} is missing`);
}
