import { LIMITS } from '../base/limits.js';
import { choiceFlag, durationFlag, type FlagTable, listFlag, numberFlag, switchFlag, textFlag } from './flag.js';
import { CONNECTION_FLAGS, QUEUE_FLAG, READ_FLAGS, SESSION_FLAGS } from './options.js';
import { REPORT_FLAGS } from './report-flags.js';

/** Patterns may hold commas: white space parts them in the environment. */
const PATTERNS = /\s+/;

export const CRAWL_FLAGS = {
  out: textFlag('DIR', 'keep the crawl in this folder; without it, each page is a line of JSON on stdout'),
  assets: switchFlag('also fetch the images of the pages into --out'),
  llmsTxt: switchFlag('also write llms.txt, a list of the pages for models, into --out'),
  llmsFull: switchFlag('also write llms-full.txt, the texts of all pages, into --out'),
  resume: switchFlag('go on with the crawl in --out, with the options that it was begun with'),
  since: textFlag('DIR', 'compare with the crawl in this folder, and fetch only what has changed'),
  queue: QUEUE_FLAG,
  crawlName: textFlag('NAME', 'of the crawl in --queue (default: made of the URLs and options)'),
  maxPages: numberFlag('N', 1, `pages recorded at most (default ${LIMITS.crawlPages})`),
  maxDepth: numberFlag('N', 0, 'links from the URLs at most; 0 is these alone'),
  maxPagesPerHost: numberFlag('N', 1, 'pages of one host at most'),
  maxBytes: numberFlag('N', 1, 'bytes of text in all pages together at most'),
  maxMinutes: numberFlag('N', 1, 'end after so many minutes'),
  maxFailures: numberFlag('N', 1, 'end when so many pages could not be read'),
  scope: choiceFlag(
    ['host', 'domain', 'prefix'],
    'stay on the hosts of the URLs, on their domains, or below their paths (default host)',
  ),
  include: listFlag('PATTERN', 'only URLs like this: /docs/** (a glob) or re:REGEX', PATTERNS),
  exclude: listFlag('PATTERN', 'no URLs like this: a glob or re:REGEX', PATTERNS),
  order: choiceFlag(['breadth', 'depth'], 'what is near first, or what was found last (default breadth)'),
  skipNofollow: switchFlag('do not follow links marked rel=nofollow'),
  robots: choiceFlag(['respect', 'ignore'], 'what robots.txt and robots tags ask for (default respect)'),
  sitemap: choiceFlag(
    ['include', 'only', 'skip'],
    'take pages from sitemaps too, only from them, or not at all (default include)',
  ),
  concurrency: numberFlag(
    'N',
    1,
    `pages under way at once (default 1 to ${LIMITS.crawlConcurrency}, as the machine bears)`,
  ),
  maxPerHost: numberFlag('N', 1, 'requests to one host at once'),
  delay: durationFlag('MS', 'time between two requests to one host'),
  retries: numberFlag('N', 0, `further tries of a page that a server puts off (default ${LIMITS.crawlRetries})`),
  reader: choiceFlag(['auto', 'http', 'browser'], 'plain HTTP, a browser, or what each page needs (default auto)'),
  images: READ_FLAGS.images,
  progress: choiceFlag(
    ['auto', 'bar', 'plain', 'json', 'none'],
    'on stderr: a line that is redrawn, a line every 10 s, JSON, or nothing (default auto)',
  ),
  expect: textFlag('FILE', 'what pages must be like: a list in JSON, or exported by a module; those that are not fail'),
  audit: switchFlag('note with each page what a report tells of it, as --report does'),
  ...REPORT_FLAGS,
  timeout: READ_FLAGS.timeout,
  waitFor: READ_FLAGS.waitFor,
  ...SESSION_FLAGS,
  userAgent: READ_FLAGS.userAgent,
  contact: textFlag('URL|MAIL', 'tell sites whom to turn to: becomes part of the user agent'),
  header: READ_FLAGS.header,
  ...CONNECTION_FLAGS,
  config: READ_FLAGS.config,
} satisfies FlagTable;
