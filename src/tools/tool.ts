import { withDeadline } from '../base/deadline.js';
import { InvalidInputError, isPagewardError, UsageError } from '../base/errors.js';
import type { StructuredOutput } from './structured-output.js';
import { failureOf, type ToolFailure, type ToolFault } from './tool-failure.js';
import type { ToolSchema } from './tool-schema.js';

/** What a host may assume of a tool, in the words of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What the host knows about one call. All of it is optional. */
export interface ToolContext {
  /** Aborting rejects the call with `signal.reason`. */
  signal?: AbortSignal;
  sessionId?: string;
  runId?: string;
  onProgress?: (progress: ToolProgress) => void;
}

/** What a tool made: `text` for the model, `data` for the program. */
export interface ToolOutput<Out> {
  readonly text: string;
  readonly data: Out;
  /** Set where the call failed, and `text` and `data` tell how: for tools whose failures have a shape of their own. */
  readonly error?: ToolFault;
}

export interface ToolSuccess<Out> {
  readonly text: string;
  readonly data: Out;
  readonly isError: false;
}

export type ToolResult<Out> = ToolSuccess<Out> | ToolFailure<Out>;

/** A tool for a model, independent of any framework: adapters only translate its shape. */
export interface Tool<In, Out> extends AsyncDisposable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ToolSchema<In, unknown>;
  /** For hosts that show a model structures in place of text. Without it a result is text. */
  readonly output?: StructuredOutput<Out>;
  readonly annotations: ToolAnnotations;
  /**
   * Runs one call. A foreseen failure is a result with `isError`, its text beginning with `Refused: ` when the guard said
   * no. Rejects with InvalidInputError (`INVALID_INPUT`) when `input` does not fit, with `signal.reason` after an abort,
   * and with anything unforeseen as it is.
   */
  run(input: In, context?: ToolContext): Promise<ToolResult<Out>>;
  /** Frees what the tool made for itself; never what was given to it. */
  close(): Promise<void>;
}

/** Whichever tool: what it is given is checked when it runs. */
export type AnyTool = Tool<unknown, unknown>;

export interface ToolDefinition<In, Parsed, Out> {
  /** 1 to 128 of `A-Z a-z 0-9 _ - .`; snake_case is the custom. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Forbid unknown properties (`z.strictObject`), so that a model learns of its misspelling. */
  readonly input: ToolSchema<In, Parsed>;
  readonly output?: StructuredOutput<NoInfer<Out>>;
  readonly annotations?: ToolAnnotations;
  /** Hard end of a call in milliseconds, whatever `run` does (default 0: none). */
  readonly timeoutMs?: number;
  /** Throw a {@link PagewardError} for what can be foreseen: it becomes a readable result. */
  run(input: Parsed, context: ToolContext): Promise<ToolOutput<Out>>;
  close?(): Promise<void>;
}

/**
 * Makes a tool of a definition: checks its name, validates what a model sends, bounds its time and turns foreseen
 * failures into results.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const dice = tool({ name: 'dice', title: 'Dice', description: 'Throws a die.', input: z.strictObject({}),
 *   run: async () => ({ text: '4', data: 4 }) });
 */
export function tool<In, Parsed, Out>(definition: ToolDefinition<In, Parsed, Out>): Tool<In, Out> {
  const { name, title, description, input, output, annotations = {}, timeoutMs = 0 } = definition;
  checkDefinition(name, input, timeoutMs);
  const close = async (): Promise<void> => definition.close?.();

  return {
    name,
    title,
    description,
    input,
    ...(output && { output }),
    annotations,
    async run(rawInput, context = {}) {
      context.signal?.throwIfAborted();
      const parsed = await parseInput(name, input, rawInput);
      try {
        const made = await withDeadline({ signal: context.signal, timeoutMs, what: `The tool ${name}` }, (signal) =>
          definition.run(parsed, { ...context, signal }),
        );
        const { text, data, error } = made;
        return error === undefined ? { text, data, isError: false } : { text, data, isError: true, error };
      } catch (error) {
        context.signal?.throwIfAborted();
        if (!isPagewardError(error) || error.code === 'INVALID_INPUT') throw error;
        if (error.code === 'INVALID_URL') throw new InvalidInputError(error.message, { cause: error });
        return failureOf(error);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A schema, as one may come from a program without types. */
interface GivenSchema {
  readonly '~standard'?: { readonly jsonSchema?: { readonly input?: unknown } };
}

function checkDefinition(name: string, input: GivenSchema, timeoutMs: number): void {
  if (!/^[\w.-]{1,128}$/.test(name)) {
    throw new UsageError(`tool: name: ${JSON.stringify(name)} is no tool name`, {
      code: 'INVALID_OPTION',
      hint: 'Use 1 to 128 of the characters A-Z a-z 0-9 _ - .',
    });
  }
  if (typeof input?.['~standard']?.jsonSchema?.input !== 'function') {
    throw new UsageError('tool: input: must be a Standard Schema that prints itself as JSON Schema', {
      code: 'INVALID_OPTION',
      hint: 'Take z.strictObject({ … }) of zod 4, or give your schema a jsonSchema beside its validate.',
    });
  }
  if (!(timeoutMs >= 0 && timeoutMs < 2 ** 31)) {
    throw new UsageError(`tool: timeoutMs: must be 0 (no deadline) or milliseconds up to 24 days (got ${timeoutMs})`, {
      code: 'INVALID_OPTION',
    });
  }
}

/**
 * What a tool's schema makes of its arguments; adapters ask it where a framework wants to know before it calls.
 *
 * @throws InvalidInputError `INVALID_INPUT`
 */
export async function parseInput<In, Parsed>(
  name: string,
  schema: ToolSchema<In, Parsed>,
  input: unknown,
): Promise<Parsed> {
  const result = await schema['~standard'].validate(input);
  if (!result.issues) return result.value;
  const problems = result.issues.map(({ message, path = [] }) => {
    const where = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return where === '' ? message : `${where}: ${message}`;
  });
  throw new InvalidInputError(`Invalid arguments for ${name}: ${problems.join('; ')}`, {
    hint: 'Mend the arguments and call again.',
  });
}
