import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import { isPagewardError } from '../base/errors.js';
import { invalidOption } from '../base/options.js';
import { Turns } from '../base/turns.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { AnyTool, ToolProgress } from '../tools/tool.js';
import { brokenResult, callResult, invalidResult } from './call-result.js';
import { askByForm, FORM_TOOL, type FormContext, formTool } from './form-question.js';
import type { HumanForm } from './human-form.js';
import { imageBlocks } from './image-blocks.js';
import { ProgressReporter, type ReportedProgress } from './progress-reporter.js';
import { listingOf } from './tool-listing.js';

/** What a desk is made of. */
export interface DeskOptions {
  readonly load: () => Promise<readonly AnyTool[]>;
  /** Whether there is an `ask_human`, for clients that can ask. */
  readonly asksHuman: boolean;
  readonly prefix: string;
  /** Calls at work at once; the others wait. */
  readonly concurrency: number;
  /** Loads the images that a page lists, for answers that show them; without one they are listed only. */
  readonly images: DocumentLoader | undefined;
  /** Hears of what nobody foresaw. */
  readonly onError: (error: unknown) => void;
}

/** What a connection knows of one call. */
export interface CallContext extends FormContext {
  readonly onProgress: ((progress: ReportedProgress) => void) | undefined;
  readonly sessionId?: string;
}

interface DeskTool {
  readonly tool: AnyTool;
  readonly listed: ListedTool;
  /** Whether its calls are forms for the client's user. */
  readonly isForm: boolean;
}

/** The tools behind all connections, loaded when the first asks for them. */
export class ToolDesk {
  readonly #options: DeskOptions;
  readonly #turns: Turns;
  /** By the names that clients know. */
  #tools: Promise<ReadonlyMap<string, DeskTool>> | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#turns = new Turns(options.concurrency);
  }

  /** The tools for a client, always in the same order. */
  async list({ canAsk }: { readonly canAsk: boolean }): Promise<readonly ListedTool[]> {
    const tools = [...(await this.#loaded()).values()];
    return tools.filter(({ isForm }) => canAsk || !isForm).map(({ listed }) => listed);
  }

  /**
   * Runs a call. What can be foreseen is a result; a question to the user is a form, and the call comes again with it.
   *
   * @returns undefined when there is no such tool
   * @throws `signal.reason`
   */
  async call(name: string, input: unknown, context: CallContext): Promise<CallToolResult | HumanForm | undefined> {
    const entry = (await this.#loaded()).get(name);
    if (entry === undefined) return undefined;
    try {
      if (!entry.isForm) return await this.#run(entry.tool, input, context);
      const outcome = await askByForm(input, context);
      return 'requestedSchema' in outcome ? outcome : callResult(entry.tool, outcome);
    } catch (error) {
      context.signal.throwIfAborted();
      if (isPagewardError(error) && error.code === 'INVALID_INPUT') return invalidResult(error);
      this.#options.onError(error);
      return brokenResult();
    }
  }

  async #run(tool: AnyTool, input: unknown, context: CallContext): Promise<CallToolResult> {
    const { signal, sessionId, onProgress } = context;
    const reporter = onProgress && new ProgressReporter(onProgress);
    const tell = (progress: ToolProgress): void => reporter?.report(progress);
    try {
      if (this.#turns.taken >= this.#options.concurrency)
        tell({ progress: 0, message: 'Waiting for other calls to end' });
      await this.#turns.enter(signal);
      try {
        const given = { signal, onProgress: tell, ...(sessionId !== undefined && { sessionId }) };
        const result = await tool.run(input, given);
        const told = callResult(tool, result);
        const { images } = this.#options;
        if (images === undefined || result.isError) return told;
        return { ...told, content: [...told.content, ...(await imageBlocks(result.data, images, signal))] };
      } finally {
        this.#turns.leave();
      }
    } finally {
      reporter?.close();
    }
  }

  #loaded(): Promise<ReadonlyMap<string, DeskTool>> {
    this.#tools ??= this.#load().catch((error: unknown) => {
      // What could not be loaded now may be there the next time.
      this.#tools = undefined;
      this.#options.onError(error);
      throw error;
    });
    return this.#tools;
  }

  async #load(): Promise<ReadonlyMap<string, DeskTool>> {
    const { load, prefix, asksHuman } = this.#options;
    const given = await load();
    const form = asksHuman && !given.some(({ name }) => name === FORM_TOOL) ? formTool() : undefined;
    const tools = new Map(
      [...given, ...(form === undefined ? [] : [form])].map((tool) => {
        const name = prefix + tool.name;
        return [name, { tool, listed: listingOf(tool, name), isForm: tool === form }];
      }),
    );
    if (tools.size === given.length + (form === undefined ? 0 : 1)) return tools;
    throw invalidOption('mcpServer: tools: two have the same name', 'tools', 'Give each a name of its own.');
  }
}
