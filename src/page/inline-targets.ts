import { escapeBrackets } from './escape.js';

const WEB_URL = /^https?:/i;
const MARKER = /^(?:#{1,6} |> |- |\d+\. )/;

/** A Markdown link; only its text when there is no absolute web URL to link to. `targetOf` writes the URL. */
export function markdownLink(content: string, url: string, targetOf = destination): string {
  if (!WEB_URL.test(url) || content.trim() === '') return content;
  const target = targetOf(url);
  return holdsBlocks(content) ? linkOnFirstLine(content, target) : linkOn(content, target);
}

/** A Markdown image, its description on one line; nothing when there is no absolute web URL. */
export function markdownImage(description: string, url: string): string {
  if (!WEB_URL.test(url)) return '';
  const text = description
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]\\`*_<]/g, '\\$&');
  return `![${text}](${destination(url)})`;
}

function linkOn(content: string, target: string): string {
  const text = content.trim();
  const start = content.indexOf(text);
  const label = escapeBrackets(text).replace(/ *\n */g, ' ');
  return `${content.slice(0, start)}[${label}](${target})${content.slice(start + text.length)}`;
}

/** Text that looks like a marker is escaped, so a marker here is one. */
function holdsBlocks(content: string): boolean {
  const text = content.trim();
  return content.startsWith('\n\n') || text.includes('\n\n') || MARKER.test(text);
}

/** A link cannot span blocks in Markdown, so a linked card is linked on its heading, or else on its first line. */
function linkOnFirstLine(content: string, target: string): string {
  const lines = content.trim().split('\n');
  const heading = lines.findIndex((line) => /^#{1,6} /.test(line));
  const at = Math.max(0, heading);
  const line = lines[at] ?? '';
  const marker = MARKER.exec(line)?.[0] ?? '';
  const text = line.slice(marker.length);
  lines[at] = marker + (text.includes('](') ? text : linkOn(text, target));
  return `\n\n${lines.join('\n')}\n\n`;
}

/** A URL as Markdown takes it: parentheses and spaces end a bare destination; in angle brackets they do not. */
export function destination(url: string): string {
  return /[()\s]/.test(url) ? `<${url.replaceAll('<', '%3C').replaceAll('>', '%3E')}>` : url;
}
