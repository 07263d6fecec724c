import { LIMITS } from '../base/limits.js';
import { CRAWL_FLAGS } from './crawl-flags.js';
import { durationFlag, type FlagTable, numberFlag, switchFlag } from './flag.js';
import { AGENT_FLAGS, POLICY_FLAGS, READ_FLAGS } from './options.js';

const { scope, include, exclude, skipNofollow, robots, sitemap, delay, maxPerHost, contact } = CRAWL_FLAGS;

export const MAP_FLAGS = {
  json: switchFlag('print a line of JSON for each URL: url, source, from, lastModified'),
  maxUrls: numberFlag('N', 1, `URLs printed at most (default ${LIMITS.mapUrls})`),
  maxPages: numberFlag('N', 0, `pages looked through for links at most (default ${LIMITS.mapPages})`),
  scope,
  include,
  exclude,
  sitemap,
  robots,
  skipNofollow,
  concurrency: numberFlag('N', 1, 'requests under way at once (default 8)'),
  maxPerHost,
  delay,
  timeout: durationFlag('MS', `hard end of one request (default ${LIMITS.mapTimeoutMs})`),
  contact,
  userAgent: READ_FLAGS.userAgent,
  header: READ_FLAGS.header,
  quiet: AGENT_FLAGS.quiet,
  caBundle: READ_FLAGS.caBundle,
  insecureTls: READ_FLAGS.insecureTls,
  ...POLICY_FLAGS,
  config: READ_FLAGS.config,
} satisfies FlagTable;
