import { readFileSync } from 'node:fs';
import type { Transcript } from '#src/hosted/transcript.js';

const FOLDER = new URL('../../fixtures/hosted/', import.meta.url);

/** An answer of a provider: a message, a response, or a list of them. */
export function answer(name: string): Transcript {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** The events of a stream, in order. */
export function events(name: string): readonly object[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A message of Anthropic's assistant that says `text`. */
export function saying(text: string): object {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

/** A message of Anthropic's assistant whose search found these pages. */
export function finding(...urls: string[]): object {
  const content = urls.map((url) => ({ type: 'web_search_result', url, title: 'A page', encrypted_content: 'Eq' }));
  return { role: 'assistant', content: [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content }] };
}
