import { redactUrl } from '../../base/url.js';
import { oneLine } from '../output.js';
import { targetOf } from './target.js';

/** Of what a request asks for; a page's address may be much longer. */
const ASKED_CHARS = 500;

/** A request as the operator's log has it: one line, whatever it says, without the passwords of the URLs in it. */
export function accessLine(method: string, requestTarget: string, status: number, elapsedMs: number): string {
  const asked = oneLine(withoutPassword(requestTarget)).slice(0, ASKED_CHARS);
  return `${method} ${asked} ${status} ${Math.round(elapsedMs)} ms`;
}

function withoutPassword(requestTarget: string): string {
  const [, path = '', query = ''] = /^(\/(?:try\/)?read)\?(.*)$/s.exec(requestTarget) ?? [];
  if (path !== '') {
    const parameters = new URLSearchParams(query);
    const urls = parameters.getAll('url').map(redactUrl);
    parameters.delete('url');
    return [path, ...urls, parameters.toString()].filter((part) => part !== '').join(' ');
  }
  if (!requestTarget.startsWith('/')) return redactUrl(requestTarget);
  try {
    return `/${redactUrl(targetOf(requestTarget))}`;
  } catch {
    // No page's address, or one misspelt.
    return redactUrl(requestTarget);
  }
}
