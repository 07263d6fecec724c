import { type Command, command } from './command.js';
import { CRAWL_FLAGS } from './crawl-flags.js';
import { MAP_FLAGS } from './map-flags.js';
import {
  CHECK_FLAGS,
  CONFIG_FLAG,
  DOCTOR_FLAGS,
  EXTRACT_FLAGS,
  MCP_FLAGS,
  READ_FLAGS,
  SEARCH_FLAGS,
  SERVE_FLAGS,
  SETUP_FLAGS,
} from './options.js';
import { REPORT_FLAGS } from './report-flags.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  command({
    name: 'read',
    argument: '<url...>',
    summary: 'print each page as Markdown',
    flags: READ_FLAGS,
    load: async () => (await import('./read.js')).read,
  }),
  command({
    name: 'extract',
    summary: 'turn HTML on stdin into Markdown; never touches the network',
    flags: EXTRACT_FLAGS,
    load: async () => (await import('./extract.js')).extractCommand,
  }),
  command({
    name: 'check',
    argument: '[url...]',
    summary: 'say whether the guard would refuse a URL; connects nowhere',
    flags: CHECK_FLAGS,
    load: async () => (await import('./check.js')).check,
  }),
  command({
    name: 'search',
    argument: '<query...>',
    summary: 'search the web',
    flags: SEARCH_FLAGS,
    load: async () => (await import('./search.js')).search,
  }),
  command({
    name: 'map',
    argument: '<url>',
    summary: 'print the URLs of a site, from its sitemaps and links, without reading its pages',
    flags: MAP_FLAGS,
    load: async () => (await import('./map.js')).map,
  }),
  command({
    name: 'crawl',
    argument: '<url...>',
    summary: 'read a site: every page that the URLs lead to, within limits',
    flags: CRAWL_FLAGS,
    load: async () => (await import('./crawl.js')).crawlCommand,
  }),
  command({
    name: 'report',
    argument: '<folder>',
    summary: 'report on the crawl in a folder: what is broken, missing, slow, new',
    flags: { ...REPORT_FLAGS, ...CONFIG_FLAG },
    load: async () => (await import('./report.js')).reportCommand,
  }),
  command({
    name: 'serve',
    summary: 'answer GET /https://host/path with the page as Markdown',
    flags: SERVE_FLAGS,
    load: async () => (await import('./serve.js')).serve,
  }),
  command({
    name: 'mcp',
    summary: 'serve the tools to a client of the Model Context Protocol',
    flags: MCP_FLAGS,
    load: async () => (await import('./mcp.js')).mcp,
  }),
  command({
    name: 'setup',
    summary: 'get a browser, unless there is one',
    flags: SETUP_FLAGS,
    load: async () => (await import('./setup.js')).setup,
  }),
  command({
    name: 'doctor',
    summary: 'test what Pageward needs on this machine, with a cure for each fault',
    flags: DOCTOR_FLAGS,
    load: async () => (await import('./doctor.js')).doctor,
  }),
  command({
    name: 'skill',
    summary: 'print where the skill for coding agents is, to copy it',
    flags: {},
    load: async () => (await import('./skill.js')).skill,
  }),
];

/** Every configuration key of every command: one file serves them all. */
export function configKeys(): ReadonlySet<string> {
  return new Set(COMMANDS.flatMap(({ flags }) => Object.keys(flags)).filter((key) => key !== 'config'));
}
