import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type InputResponseView,
  inputRequired,
  inputResponse,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { VERSION } from '../base/version.js';
import type { HumanReply } from './human-form.js';
import type { ToolDesk } from './tool-desk.js';

/** How long a client of 2026 may keep the list of the tools. It never changes while the server runs. */
const LIST_TTL_MS = 3_600_000;

/** Under this key a question goes out, and its answer comes back. */
const QUESTION = 'answer';

/** Makes the server of one connection, or of one request over HTTP, of either era of the protocol. */
export type ServerFactory = (context: McpRequestContext) => Server;

/**
 * All servers made by it share the desk, and so the reader, its cache and its browser. Not the `McpServer` of the SDK, since
 * that wants every tool before its first message: here the tools are loaded when the first client asks for them.
 */
export function serverFactory(desk: ToolDesk, instructions: string): ServerFactory {
  return () => {
    const server = new Server(
      { name: 'pageward', title: 'Pageward', version: VERSION },
      {
        capabilities: { tools: { listChanged: false } },
        instructions,
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
        // A person may take as long as they like; the call can be cancelled.
        inputRequired: { roundTimeoutMs: LONGEST_TIMER_MS },
      },
    );
    server.setRequestHandler('tools/list', async (_request, context) => ({
      tools: [...(await desk.list({ canAsk: canAsk(server, context) }))],
    }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const outcome = await desk.call(params.name, params.arguments ?? {}, {
        signal: context.mcpReq.signal,
        canAsk: canAsk(server, context),
        hasLists: (server.getNegotiatedProtocolVersion() ?? '') >= '2025-11-25',
        reply: replyOf(inputResponse(context.mcpReq.inputResponses, QUESTION)),
        onProgress: progressOf(context),
        ...(context.sessionId !== undefined && { sessionId: context.sessionId }),
      });
      if (outcome === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      if ('content' in outcome) return outcome;
      return inputRequired({ inputRequests: { [QUESTION]: inputRequired.elicit(outcome) } });
    });
    return server;
  };
}

/**
 * The handler of requests of 2026; those before take part in a session, see {@link isOfOldEra}. What a client does wrong it
 * is told, and is no news for our log: anybody could fill that.
 */
export function requestHandler(factory: ServerFactory): McpHttpHandler {
  return createMcpHandler(factory, { legacy: 'reject' });
}

/** Whether an HTTP request is one of the protocol's versions before 2026. */
export function isOfOldEra(request: Request, body: unknown): Promise<boolean> {
  return isLegacyRequest(request, body);
}

/** The message that a value is; undefined when it is none. */
export function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

/** Whether the client shows its user forms: of 2026 each request says so, before that the handshake did. */
function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const elicitation = propertyOf(declared, 'elicitation');
  // Forms are all that there was when the property had none of its own.
  const knowsUrlsOnly = propertyOf(elicitation, 'url') !== undefined && propertyOf(elicitation, 'form') === undefined;
  return elicitation !== undefined && !knowsUrlsOnly;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** What comes back of a question is the client's word, and is checked where it is read. */
function replyOf(view: InputResponseView): HumanReply | undefined {
  if (view.kind === 'missing') return undefined;
  if (view.kind !== 'elicit' || view.action !== 'accept') {
    return { action: view.kind === 'elicit' && view.action === 'decline' ? 'decline' : 'cancel' };
  }
  return { action: 'accept', content: view.content ?? {} };
}

/** Tells the client how a call comes along; undefined when it does not want to know. */
function progressOf({ mcpReq }: ServerContext) {
  const { _meta: { progressToken } = {}, notify } = mcpReq;
  if (progressToken === undefined) return undefined;
  return (progress: { progress: number; message?: string }): void => {
    // A client that is gone needs no progress; the call ends by its signal.
    void notify({ method: 'notifications/progress', params: { progressToken, ...progress } }).catch(() => undefined);
  };
}
