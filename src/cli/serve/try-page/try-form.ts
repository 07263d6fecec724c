import { byId } from './views.js';

/** The parts of the form that the page works with. */
export interface TryForm {
  readonly form: HTMLFormElement;
  readonly url: HTMLInputElement;
  readonly stop: HTMLButtonElement;
  readonly token: HTMLInputElement;
  readonly tokenRow: HTMLElement;
}

export function findForm(): TryForm {
  return {
    form: byId('ask', HTMLFormElement),
    url: byId('url', HTMLInputElement),
    stop: byId('stop', HTMLButtonElement),
    token: byId('token', HTMLInputElement),
    tokenRow: byId('token-row', HTMLElement),
  };
}

/** What the form asks for, by the names of the request's options. */
export function askedFor({ form }: TryForm): URLSearchParams {
  const asked = new URLSearchParams({ images: 'true' });
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') asked.set(name, value.trim());
  }
  const url = asked.get('url') ?? '';
  if (url !== '' && !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(url)) asked.set('url', `https://${url}`);
  return asked;
}

/** How a program asks for the same. @param hasToken whether it has to show one */
export function commandFor(asked: URLSearchParams, hasToken: boolean): string {
  const query = new URLSearchParams(asked);
  query.delete('images');
  const url = query.get('url') ?? 'https://example.com/';
  // A shell takes these as they are, and so does a request line.
  const isPlain = /^https?:\/\/[\w./?=&%:+,@~-]*$/.test(url) && query.size <= 1;
  const address = isPlain ? `${location.origin}/${url}` : `${location.origin}/read?${query}`;
  return `curl ${hasToken ? '-H "Authorization: Bearer $PAGEWARD_TOKEN" ' : ''}'${address}'`;
}

/** Where this page can be found again with the same in its form; `u` is the address. */
export function shareableQuery(asked: URLSearchParams): string {
  const shared = new URLSearchParams({ u: asked.get('url') ?? '' });
  for (const [name, value] of asked) if (name !== 'url' && name !== 'images') shared.set(name, value);
  return `?${shared}`;
}

/** Fills the form in from such a query. Nothing is read by that: a link to here must not make this server read. */
export function prefill({ form, url }: TryForm, query: URLSearchParams): void {
  url.value = query.get('u') ?? '';
  let hasOptions = false;
  for (const [name, value] of query) {
    const field = name === 'url' ? null : form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'true';
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    else continue;
    hasOptions = true;
  }
  if (hasOptions) byId('options', HTMLDetailsElement).open = true;
}
