import { escapeHtml } from '../../page/escape-html.js';

/** HTML that is made here. Whatever is not one is text, and escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Part = Markup | readonly Markup[] | string | number | undefined;

/** Makes markup of a template: what is put in is text unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((made, string, at) => made + htmlOf(parts[at - 1]) + string));
}

function htmlOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.html;
  if (Array.isArray(part)) return part.map(({ html: made }: Markup) => made).join('');
  return escapeHtml(safeText(String(part)));
}

/** Text that a document may hold: no control characters, no halves of characters. */
function safeText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\uFFFD');
}

/** Of a title, a message or an address, which a page makes as long as it likes. */
const MAX_CHARS = 500;

export function cutText(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}

/** Words of a page: cut, and kept from turning the text around them. */
export function foreign(text: string): Markup {
  return html`<bdi dir="auto">${cutText(text)}</bdi>`;
}

/** An address as a link, where it is one of the web; as text otherwise. */
export function link(url: string): Markup {
  if (!/^https?:\/\//i.test(url)) return foreign(url);
  return html`<a href="${url}" rel="noopener noreferrer">${foreign(url)}</a>`;
}
