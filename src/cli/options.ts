import { DEFAULT_PORTS, LIMITS } from '../base/limits.js';
import {
  choiceFlag,
  choicesFlag,
  durationFlag,
  type FlagTable,
  listFlag,
  numberFlag,
  openListFlag,
  portsFlag,
  scrollFlag,
  sizeFlag,
  switchFlag,
  textFlag,
  waitFlag,
} from './flag.js';

export const CONFIG_FLAG = { config: textFlag('FILE', 'read settings from this JSON file') } satisfies FlagTable;

/** Who may be talked to, and how; the same on every command that connects or judges. */
export const POLICY_FLAGS = {
  allowPrivate: openListFlag('CIDR|HOST:PORT', 'let these internal targets through; bare: all of them'),
  denyCidr: listFlag('CIDR', 'never talk to these addresses'),
  allowNeighbours: switchFlag('let public addresses on the same link as this machine through'),
  allowDomain: listFlag('RULE', 'talk to these domains only: example.com, example.com/docs'),
  blockDomain: listFlag('RULE', 'never talk to these domains'),
  ports: portsFlag(`talk to these ports instead of ${DEFAULT_PORTS.join(', ')}`),
  proxy: textFlag('URL', 'connect through this proxy: http://[user:password@]host:port, or https://…'),
  decisionLog: textFlag('FILE', 'append every decision of the guard to this file, a line of JSON each; - for stderr'),
  verbose: switchFlag('print to stderr what the guard refused, and what it is told to let through', { short: 'v' }),
} satisfies FlagTable;

/** Which browser, and how it is run. */
const BROWSER_FLAGS = {
  browserPath: textFlag('FILE', 'the browser to run'),
  jail: choiceFlag(
    ['auto', 'required', 'off'],
    'on Linux, run the browser in a network of its own with no way out but the guard (default auto)',
  ),
  noSandbox: switchFlag('run the browser without its own sandbox'),
} satisfies FlagTable;

/** What of a page is printed, and how. A line break parts selectors in the environment: commas are part of them. */
export const CONTENT_FLAGS = {
  selector: listFlag('CSS', 'print only what matches this selector', /\n/),
  exclude: listFlag('CSS', 'leave out what matches this selector', /\n/),
  links: choiceFlag(['inline', 'referenced'], 'links in the text, or numbered and listed at its end (default inline)'),
} satisfies FlagTable;

/** For the terminal of a coding agent, which is a model's prompt. */
export const AGENT_FLAGS = {
  tool: switchFlag('print what a model would get, within a fence', { short: 't' }),
  boundary: switchFlag('as --tool, with a random word in the markers of the fence'),
  quiet: switchFlag('print no notes and hints to stderr, unless --verbose', { short: 'q' }),
} satisfies FlagTable;

/** Who a browser says it is, and with what in hand it reads. */
export const SESSION_FLAGS = {
  storageState: textFlag('FILE', 'read in a browser with the session that Playwright saved in this file'),
  device: textFlag('NAME', 'read in a browser as this device, by Playwright’s name for it: "Pixel 5"'),
  viewport: sizeFlag('read in a browser window of this size (default 1280x720)'),
  locale: textFlag('TAG', 'read in a browser that asks for this language: de-DE'),
  timezone: textFlag('ZONE', 'read in a browser in this time zone: Europe/Berlin'),
} satisfies FlagTable;

/** Who a reader is to the sites that it reads. */
const IDENTITY_FLAGS = {
  ...SESSION_FLAGS,
  userAgent: textFlag('TEXT', 'say to be this program'),
  header: listFlag("'NAME: VALUE'", 'send this header to the site', /\n/),
} satisfies FlagTable;

/** How connections are made, by a browser or without: whom to trust, what to run, whom to talk to. */
export const CONNECTION_FLAGS = {
  caBundle: textFlag('FILE', 'trust the certificate authorities in this PEM file too'),
  insecureTls: switchFlag('accept any certificate'),
  ...BROWSER_FLAGS,
  ...POLICY_FLAGS,
} satisfies FlagTable;

export const READ_FLAGS = {
  reader: choiceFlag(['auto', 'http', 'browser'], 'plain HTTP, a browser, or what the page needs (default auto)'),
  format: choiceFlag(
    ['markdown', 'json', 'tool', 'html'],
    'the text, the whole Page, what a model would get, or the HTML (default markdown)',
  ),
  ...AGENT_FLAGS,
  outline: switchFlag(
    'as --tool, and of a page longer than --max-chars only its headings, each with a number and its cost in tokens',
  ),
  section: numberFlag('N', 0, 'as --tool, and of the page only the section of this number'),
  fields: textFlag('FILE', 'print the rows that the CSS rules of this JSON file take, as JSON'),
  jsonl: switchFlag('with --fields, a line for each row'),
  expect: textFlag('FILE', 'what pages must be like: a list in JSON, or exported by a module; those that are not fail'),
  onlySuccess: switchFlag('as --tool, and an error instead of a page that is not what was asked for'),
  images: switchFlag('also collect the images'),
  ...CONTENT_FLAGS,
  maxChars: numberFlag('N', 1, `characters shown (default all; with --tool, unless into a file, ${LIMITS.maxChars})`),
  offset: numberFlag('N', 0, 'where in the text to start (default 0)'),
  timeout: durationFlag('MS', `hard end of a read, e.g. 5000 or 5s (default ${LIMITS.readTimeoutMs})`),
  maxBytes: numberFlag('N', 1, 'where a body is cut (default by kind: text 1 MB, HTML 10 MB, PDF 25 MB)'),
  waitFor: waitFlag('SELECTOR|MS|EVENT|js:EXPR', 'in the browser, read the page as soon as this is there'),
  scroll: scrollFlag('auto|N', 'in a browser, scroll first: N screens, or until nothing more comes'),
  actions: textFlag(
    'FILE',
    'in a browser, first do what this JSON file lists: click, fill, select, press, scroll, wait',
  ),
  captureJson: listFlag(
    'URL',
    'in a browser, add the JSON answers from URLs like this (* is anything) to --format json',
    /\s+/,
  ),
  screenshot: textFlag(
    'FILE',
    'in a browser, save a picture of the whole page: .png, .jpg or .webp; {n} is the number of the URL',
  ),
  pdf: textFlag('FILE', 'in a browser, save the page as it would be printed; {n} as above'),
  mhtml: textFlag('FILE', 'in a browser, save the page with all that it shows as one MHTML file; {n} as above'),
  html: textFlag('FILE', 'save the HTML of the page too; {n} as above'),
  ...IDENTITY_FLAGS,
  output: textFlag('FILE', 'write the result there; with {n} in its name, each page to a file of its own', {
    short: 'o',
  }),
  ...CONNECTION_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;

export const SEARCH_FLAGS = {
  maxResults: numberFlag('N', 1, `results, up to ${LIMITS.searchResultsMax} (default ${LIMITS.searchResults})`),
  timeRange: choiceFlag(['d', 'w', 'm', 'y'], 'only pages of the last day, week, month or year'),
  backend: choiceFlag(['duckduckgo', 'tavily'], 'who searches; tavily needs TAVILY_API_KEY (default duckduckgo)'),
  reader: choiceFlag(
    ['auto', 'http', 'browser'],
    'ask DuckDuckGo over plain HTTP or in a browser (default auto, which is plain HTTP)',
  ),
  region: textFlag('REGION', 'country and language of DuckDuckGo’s results: us-en, de-de (default wt-wt, all of them)'),
  searchEndpoint: textFlag('URL', 'ask this address, which answers as the backend’s own does'),
  timeout: durationFlag('MS', `hard end of a search, its wait included (default ${LIMITS.searchTimeoutMs})`),
  json: switchFlag('print query, results and warnings as JSON'),
  ...AGENT_FLAGS,
  ...CONNECTION_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;

export const EXTRACT_FLAGS = {
  url: textFlag('URL', 'where the HTML is from; relative links are resolved against it'),
  json: switchFlag('print the whole extraction as JSON'),
  jsonl: switchFlag('lines {id,html,url?} in, lines {id,title,markdown,text} out'),
  ...CONTENT_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;

export const CHECK_FLAGS = {
  jsonl: switchFlag('lines {url,answers?} in (unless URLs are given), lines {url,decision,code,reason} out'),
  ...POLICY_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;

export const SETUP_FLAGS = {
  verbose: switchFlag('print all that the installers say', { short: 'v' }),
  browserPath: BROWSER_FLAGS.browserPath,
  ...CONFIG_FLAG,
} satisfies FlagTable;

export const QUEUE_FLAG = textFlag(
  'URL',
  'share the crawl with other processes by this Redis: redis:// or rediss:// (needs bullmq and ioredis)',
);

export const DOCTOR_FLAGS = {
  json: switchFlag('print the findings as JSON'),
  queue: { ...QUEUE_FLAG, help: 'also look at this Redis, by which crawls are shared' },
  proxy: POLICY_FLAGS.proxy,
  ...BROWSER_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;

/** Where a server listens, and whom it answers. */
function listeningFlags(portHelp: string) {
  return {
    host: textFlag('ADDRESS', 'listen there (default 127.0.0.1; anywhere else --token is needed)'),
    port: numberFlag('N', 0, portHelp, 65_535),
    token: textFlag('TEXT', 'answer only whoever sends Authorization: Bearer TEXT; better kept in the environment'),
    allowedHosts: listFlag('NAME[:PORT]', 'answer to this name too, as a proxy in front calls us'),
  } satisfies FlagTable;
}

export const SERVE_FLAGS = {
  ...listeningFlags(`listen on this port; 0: any that is free (default ${LIMITS.servePort})`),
  concurrency: numberFlag('N', 1, `reads under way at once (default ${LIMITS.serveConcurrency})`),
  queue: numberFlag('N', 0, `requests that wait for their turn; more get 429 (default ${LIMITS.serveQueue})`),
  reader: choiceFlag(
    ['auto', 'http', 'browser'],
    'how a page is read unless its request says; http: no request gets a browser (default auto)',
  ),
  timeout: durationFlag('MS', `the longest a request can make a read take (default ${LIMITS.readTimeoutMs})`),
  maxBytes: READ_FLAGS.maxBytes,
  ...IDENTITY_FLAGS,
  ...CONNECTION_FLAGS,
  verbose: switchFlag('print every request to stderr, what the guard refused, and what it is told to let through', {
    short: 'v',
  }),
  ...CONFIG_FLAG,
} satisfies FlagTable;

/** What `--tools` chooses from; `docs/mcp.md` says what each is for. */
export const SERVED_TOOLS = ['web_search', 'web_fetch', 'crawl_url', 'http_request', 'now', 'ask_human'] as const;

export const MCP_FLAGS = {
  tools: choicesFlag(SERVED_TOOLS, `serve these tools only: ${SERVED_TOOLS.join(', ')}`),
  prefix: textFlag('TEXT', 'put this before the name of every tool'),
  imageResponses: choiceFlag(
    ['allow', 'omit'],
    'with images=true, show a model the images or list them only (default omit)',
  ),
  maxChars: numberFlag('N', 1, `characters of a page in one answer (default ${LIMITS.maxChars})`),
  outline: switchFlag('answer a long page with its headings first, to be read by section'),
  links: CONTENT_FLAGS.links,
  requestMethods: listFlag('METHOD', 'methods that http_request may use (default all but CONNECT and TRACE)'),
  concurrency: numberFlag('N', 1, `calls at work at once; the others wait (default ${LIMITS.mcpConcurrency})`),
  http: switchFlag('serve clients over Streamable HTTP instead of one on stdin and stdout'),
  ...listeningFlags(`with --http, listen on this port; 0: any that is free (default ${LIMITS.mcpPort})`),
  reader: READ_FLAGS.reader,
  timeout: READ_FLAGS.timeout,
  maxBytes: READ_FLAGS.maxBytes,
  backend: SEARCH_FLAGS.backend,
  region: SEARCH_FLAGS.region,
  searchEndpoint: SEARCH_FLAGS.searchEndpoint,
  ...IDENTITY_FLAGS,
  ...CONNECTION_FLAGS,
  ...CONFIG_FLAG,
} satisfies FlagTable;
