import { escapeBrackets, escapeText } from './escape.js';
import { standInFor } from './stand-ins.js';
import { collapse } from './white-space.js';

/** What Markdown would decode. */
const REFERENCE = /&(?=#x?[\da-f]+;|[a-z][a-z\d]{1,31};)/gi;
const WEB_URL = /^https?:/i;
const MARKER = /^(?:#{1,6} |> |[-*+] |\d+[.)] )/;
/** A URL that is no target. */
const TEXT_URL = /(?<![(<])https?:\/\/[^\s<>()]+/g;
/** A line of a code block, a table, a formula or a rule. */
const UNLINKABLE = /^(?:`{3}|\||\$\$|---)/;

/** What there is to say of a target beside its URL, and how the URL is written. */
export interface TargetOptions {
  readonly title?: string;
  readonly targetOf?: ((url: string) => string) | undefined;
}

/** A Markdown link; only its text when there is no absolute web URL to link to. */
export function markdownLink(content: string, url: string, { title = '', targetOf }: TargetOptions = {}): string {
  if (!WEB_URL.test(url) || content.trim() === '') return content;
  const target = targetOf === undefined ? destination(url) + titled(title) : targetOf(url);
  return holdsBlocks(content) ? linkOnFirstLine(content, target) : linkOn(content, target);
}

/** A Markdown image, its description on one line; nothing when there is no absolute web URL. */
export function markdownImage(description: string, url: string, title = ''): string {
  if (!WEB_URL.test(url)) return '';
  return `![${escapeBrackets(escapeText(collapse(description)))}](${destination(url)}${titled(title)})`;
}

/** A title as it stands behind a URL; in it white space is as good as a space. */
function titled(title: string): string {
  if (title.trim() === '') return '';
  const text = title.replace(/\s+/g, ' ').replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, '\\$&');
  return ` "${text.replace(REFERENCE, '\\$&')}"`;
}

function linkOn(content: string, target: string): string {
  const text = content.trim();
  const start = content.indexOf(text);
  const label = escapeBrackets(text)
    .replace(/ *\n */g, ' ')
    // In the text of a link a bare URL is none, so that what is in it could be emphasis.
    .replace(TEXT_URL, (shown) => shown.replace(/[*_~]/g, standInFor));
  return `${content.slice(0, start)}[${label}](${target})${content.slice(start + text.length)}`;
}

/** Text that looks like a marker is escaped, so a marker here is one. */
function holdsBlocks(content: string): boolean {
  const text = content.trim();
  return content.startsWith('\n\n') || text.includes('\n\n') || MARKER.test(text);
}

/** A link cannot span blocks in Markdown, so a linked card is linked on its heading, or else on its first line of text. */
function linkOnFirstLine(content: string, target: string): string {
  const lines = content.trim().split('\n');
  const heading = lines.findIndex((line) => /^#{1,6} /.test(line));
  const at = heading >= 0 ? heading : lines.findIndex((line) => line !== '' && !UNLINKABLE.test(line));
  const line = lines[at] ?? '';
  const marker = MARKER.exec(line)?.[0] ?? '';
  const text = line.slice(marker.length);
  if (text !== '') lines[at] = marker + (text.includes('](') ? text : linkOn(text, target));
  return `\n\n${lines.join('\n')}\n\n`;
}

/** A URL as Markdown takes it: parentheses and spaces end a bare destination; in angle brackets they do not. */
export function destination(url: string): string {
  const written = url.replaceAll('\\', '%5C').replace(REFERENCE, '\\$&');
  return /[()\s]/.test(written) ? `<${written.replaceAll('<', '%3C').replaceAll('>', '%3E')}>` : written;
}
