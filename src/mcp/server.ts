import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { LIMITS } from '../base/limits.js';
import { checkOptions } from '../base/options.js';
import { traceOf } from '../base/terminal-text.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { AnyTool } from '../tools/tool.js';
import type { HttpEndpoint, HttpOptions } from './http.js';
import { type ServerFactory, serverFactory } from './protocol.js';
import { type StdioConnection, serveLines } from './stdio.js';
import { ToolDesk } from './tool-desk.js';

export interface McpServerOptions {
  /** The tools, or what makes them: called when the first client asks for them. They stay their maker's to close. */
  tools: readonly AnyTool[] | (() => Promise<readonly AnyTool[]>);
  /** Stands before the name of every tool, where names would clash. */
  prefix?: string;
  /**
   * Whether models may ask the client's user, as `ask_human`, where the client can show forms (default true). A tool of that
   * name among `tools` stands in its place.
   */
  askHuman?: boolean;
  /** What a model is told of the whole (default: a sentence on when to use which). */
  instructions?: string;
  /** Loads the images that a page lists, so that a model sees them; a reader of ours is one. Default: they are listed only. */
  images?: DocumentLoader;
  /** Calls at work at once, of all clients; the others wait (default 16). */
  concurrency?: number;
  /** Hears of faults that nobody foresaw (default: prints them to stderr). */
  onError?: (error: unknown) => void;
}

export type { HttpEndpoint, HttpOptions } from './http.js';
export type { StdioConnection } from './stdio.js';

/** A server of the Model Context Protocol, for any number of clients. */
export interface McpServer {
  /** For a host of your own: what `createMcpHandler` and `serveStdio` of `@modelcontextprotocol/server` take. */
  readonly factory: ServerFactory;
  /** Serves the client at the other end of two streams; by default those of this process. */
  serveStdio(streams?: { input: Readable; output: Writable }): StdioConnection;
  /** Listens for clients. @throws UsageError `INVALID_OPTION`, `LISTEN_FAILED` */
  serveHttp(options?: HttpOptions): Promise<HttpEndpoint>;
}

const INSTRUCTIONS =
  'Reads and searches the web. Start with web_search unless you have the URL; read pages with web_fetch; take crawl_url ' +
  'where a page needs its scripts and web_fetch came back nearly empty.';

const optionsSchema = z.strictObject({
  tools: z.union(
    [z.array(z.custom<AnyTool>(isTool)), z.custom((value) => typeof value === 'function')],
    'must be a list of tools, as toolset().tools is, or a function that makes one',
  ),
  prefix: z
    .string()
    .regex(/^[\w.-]{0,64}$/, 'must be up to 64 of the characters A-Z a-z 0-9 _ - .')
    .optional(),
  askHuman: z.boolean().optional(),
  instructions: z.string().optional(),
  images: z
    .custom((value) => typeof (value as DocumentLoader | null)?.load === 'function', 'must have a load')
    .optional(),
  concurrency: z.number().int().positive('must be a positive number of calls').optional(),
  onError: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
} satisfies Record<keyof McpServerOptions, z.ZodType>);

/**
 * Makes a server of the Model Context Protocol that serves these tools, to clients of 2026-07-28 and of the versions before.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * await using set = toolset({ allowDomains: ['example.com'] });
 * const { closed } = mcpServer({ tools: set.tools }).serveStdio();
 * await closed;
 */
export function mcpServer(options: McpServerOptions): McpServer {
  checkOptions(optionsSchema, options, 'mcpServer');
  const { tools, prefix = '', askHuman = true, instructions = INSTRUCTIONS, images, concurrency } = options;
  const { onError = toStderr } = options;
  const desk = new ToolDesk({
    load: typeof tools === 'function' ? tools : async () => tools,
    asksHuman: askHuman,
    prefix,
    concurrency: concurrency ?? LIMITS.mcpConcurrency,
    images,
    onError,
  });
  const factory = serverFactory(desk, instructions);
  return {
    factory,
    serveStdio: (streams = { input: process.stdin, output: process.stdout }) => serveLines(factory, streams),
    serveHttp: async (listening = {}) => {
      const { serveRequests } = await import('./http.js');
      return serveRequests(factory, listening, onError);
    },
  };
}

function isTool(value: unknown): boolean {
  const { name, run } = (value ?? {}) as Partial<AnyTool>;
  return typeof name === 'string' && typeof run === 'function';
}

function toStderr(error: unknown): void {
  process.stderr.write(`pageward: ${traceOf(error)}\n`);
}
