import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackages } from '../install-packages.js';

const PACKAGES = [
  'defuddle@0.19.4',
  'mdream@1.7.2',
  'node-html-markdown@2.0.0',
  'turndown-plugin-gfm@1.0.2',
  'unified@11.0.5',
  'rehype-parse@9.0.1',
  'rehype-remark@10.0.1',
  'remark-gfm@4.0.1',
  'remark-stringify@11.0.0',
  '@mozilla/readability@0.6.0',
  'jsdom@29.1.1',
  'linkedom@0.18.15',
  'turndown@7.2.5',
];

/** What the modules of the peers import, from where it can be resolved. */
const DOORS = {
  defuddle: "export { Defuddle } from 'defuddle/node'; export { parseHTML } from 'linkedom';",
  // Its native binding is left out by npm where install scripts do not run.
  mdream: `import { readFileSync } from 'node:fs';
import { htmlToMarkdownResult, initSync } from './node_modules/mdream/wasm/mdream_edge.js';
initSync({ module: readFileSync(new URL('node_modules/mdream/wasm/mdream_edge_bg.wasm', import.meta.url)) });
export const htmlToMarkdown = (html, options) => htmlToMarkdownResult(html, options).markdown;`,
  nhm: "export { NodeHtmlMarkdown } from 'node-html-markdown';",
  readability:
    "export { Readability } from '@mozilla/readability'; export { default as TurndownService } from 'turndown'; export { parseHTML } from 'linkedom'; export { JSDOM, VirtualConsole } from 'jsdom'; import plugin from 'turndown-plugin-gfm'; export const { gfm } = plugin;",
  rehype:
    "export { unified } from 'unified'; export { default as parse } from 'rehype-parse'; export { default as remark } from 'rehype-remark'; export { default as gfm } from 'remark-gfm'; export { default as stringify } from 'remark-stringify';",
};

/** Installs the peers once, into a folder of their own, and gives that folder. */
export function installPeers() {
  const folder =
    process.env.EXTRACTION_PEERS_FOLDER ??
    path.join(os.tmpdir(), `pageward-extraction-peers-${process.getuid?.() ?? ''}`);
  installPackages(folder, PACKAGES);
  for (const [name, program] of Object.entries(DOORS)) writeFileSync(path.join(folder, `${name}.mjs`), `${program}\n`);
  return folder;
}
