import type { DevtoolsSession } from './devtools-session.js';

/** Name of the world our scripts run in: it shares the document with the page's scripts, and nothing else. */
export const WORLD = 'pageward';

/** What takes DevTools commands: the session of a page, or of a frame in a process of its own. */
export type Commands = Pick<DevtoolsSession, 'send'>;

/** Our own world in one frame's document. Everything in it throws when the document goes away. */
export interface FrameWorld {
  /** The value of an expression, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Handles of the objects in the array that an expression gives. */
  objects(expression: string): Promise<string[]>;
  /** What a function gives that is called on a node, known by the browser's own number for it; all must be JSON. */
  callOnNode(backendNodeId: number, method: string, ...values: readonly unknown[]): Promise<unknown>;
}

/** Enters our world in a frame's document: the same again as long as the document lives. */
export async function enterFrame(cdp: Commands, frameId: string): Promise<FrameWorld> {
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  const contextId = executionContextId;
  return {
    evaluate: async (expression) => (await evaluateIn(cdp, expression, { contextId })).value,
    objects: async (expression) => {
      const { objectId } = await evaluateIn(cdp, expression, { contextId, returnByValue: false });
      if (objectId === undefined) return [];
      const { result } = await cdp.send('Runtime.getProperties', { objectId, ownProperties: true });
      return result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
    },
    callOnNode: async (backendNodeId, method, ...values) => {
      const { object } = await cdp.send('DOM.resolveNode', { backendNodeId, executionContextId });
      if (object.objectId === undefined) return undefined;
      const call = { objectId: object.objectId, arguments: values.map((value) => ({ value })), returnByValue: true };
      const { result } = await cdp.send('Runtime.callFunctionOn', { ...call, functionDeclaration: method });
      return result.value;
    },
  };
}

/**
 * What an expression gives in the page's own world, or in that of `contextId`.
 *
 * @throws when the expression does, or when the document goes away meanwhile.
 */
export async function evaluateIn(
  cdp: Commands,
  expression: string,
  {
    contextId,
    returnByValue = true,
  }: { readonly contextId?: number | undefined; readonly returnByValue?: boolean } = {},
): Promise<{ readonly value?: unknown; readonly objectId?: string }> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result;
}
