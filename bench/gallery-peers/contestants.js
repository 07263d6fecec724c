import { fileURLToPath } from 'node:url';

/**
 * The command of each reader that is compared, by its name.
 *
 * @param {{ python?: string }} peers as they are installed
 * @returns {Record<string, string[]>}
 */
export function contestantsOf({ python }) {
  const here = (file) => fileURLToPath(new URL(file, import.meta.url));
  const node = (file, ...args) => [process.execPath, here(file), ...args];
  return {
    pageward: node('pageward.js', 'read'),
    session: node('pageward.js', 'session'),
    floor: node('floor.js'),
    crawlee: node('crawlee.js'),
    'fetcher-mcp': node('fetcher-mcp.js'),
    ...(python === undefined ? {} : { crawl4ai: [python, here('crawl4ai_peer.py')] }),
  };
}
