import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInputError, NetworkError, RefusedError, UsageError } from '#src/base/errors.js';
import { type ToolDefinition, tool } from '#src/tools/tool.js';

interface EchoInput {
  word: string;
  times?: number | undefined;
}
type Echo = ToolDefinition<EchoInput, { word: string; times: number }, string[]>;

function echo(more: Partial<Echo> = {}) {
  const definition: Echo = {
    name: 'echo',
    title: 'Echo',
    description: 'Says a word again.',
    input: z.strictObject({ word: z.string(), times: z.number().int().min(1).default(2) }),
    annotations: { readOnlyHint: true },
    run: async ({ word, times }) => {
      const data = Array.from({ length: times }, () => word);
      return { text: data.join(' '), data };
    },
    ...more,
  };
  return tool(definition);
}

/** A run that ends only with its signal, and remembers that it did. */
function stuck(): { run: Echo['run']; stopped: () => unknown } {
  let reason: unknown;
  return {
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      }),
    stopped: () => reason,
  };
}

describe('a tool', () => {
  it('runs with defaults filled in, giving text to the model and data to the program', async () => {
    await expect(echo().run({ word: 'hi' })).resolves.toEqual({ text: 'hi hi', data: ['hi', 'hi'], isError: false });
  });

  it('describes its input as JSON Schema that forbids other properties', () => {
    const schema = echo().input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    expect(schema).toMatchObject({ type: 'object', required: ['word'], additionalProperties: false });
  });

  it.each([
    ['a missing argument', {}, /word/],
    ['an argument of another type', { word: 1 }, /word/],
    ['an argument out of range', { word: 'a', times: 0 }, /times/],
    ['an unknown argument', { word: 'a', loud: true }, /loud/],
    ['no object', 'word', /object/],
  ])('rejects %s as an error of its own class, saying which', async (_, input, message) => {
    const failure = await echo()
      .run(input as EchoInput)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvalidInputError);
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) });
  });

  it('turns a foreseen failure into a readable result', async () => {
    const error = new NetworkError('example.com does not answer', { code: 'CONNECT_FAILED', hint: 'Try later.' });
    const result = await echo({ run: () => Promise.reject(error) }).run({ word: 'a' });
    expect(result).toEqual({
      text: 'example.com does not answer\n  hint: Try later.',
      isError: true,
      error: { code: 'CONNECT_FAILED', message: 'example.com does not answer', hint: 'Try later.', retryable: true },
    });
  });

  it('begins every refusal with "Refused: "', async () => {
    const error = new RefusedError('127.0.0.1 is a non-public address', { code: 'REFUSED_ADDRESS' });
    const result = await echo({ run: () => Promise.reject(error) }).run({ word: 'a' });
    expect(result).toMatchObject({ text: 'Refused: 127.0.0.1 is a non-public address', isError: true });
  });

  it('lets an unforeseen failure through as it is', async () => {
    const error = new TypeError('a bug');
    await expect(echo({ run: () => Promise.reject(error) }).run({ word: 'a' })).rejects.toBe(error);
  });

  it('takes a URL that no reader can parse for invalid input', async () => {
    const error = new UsageError('no URL', { code: 'INVALID_URL' });
    const run = echo({ run: () => Promise.reject(error) }).run({ word: 'a' });
    await expect(run).rejects.toMatchObject({ code: 'INVALID_INPUT', cause: error });
  });

  it('rejects with the reason of an abort, and tells the run', async () => {
    const { run, stopped } = stuck();
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = echo({ run }).run({ word: 'a' }, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
    expect(stopped()).toBe(reason);
  });

  it('does not turn an abort into a result when the run answers it with a failure of its own', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const run: Echo['run'] = async () => {
      controller.abort(reason);
      throw new NetworkError('cut off', { code: 'CONNECTION_LOST' });
    };
    await expect(echo({ run }).run({ word: 'a' }, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('does not start when it is aborted already', async () => {
    let ran = false;
    const run: Echo['run'] = async () => {
      ran = true;
      return { text: '', data: [] };
    };
    const reason = new Error('too late');
    await expect(echo({ run }).run({ word: 'a' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(ran).toBe(false);
  });

  it('ends a run that outstays its time with a readable result', async () => {
    const { run } = stuck();
    const result = await echo({ run, timeoutMs: 20 }).run({ word: 'a' });
    expect(result).toMatchObject({ isError: true, error: { code: 'TIMEOUT', retryable: true } });
  });

  it('ends such a run even when it pays no heed to its signal', async () => {
    const result = await echo({ run: () => new Promise(() => undefined), timeoutMs: 20 }).run({ word: 'a' });
    expect(result).toMatchObject({ isError: true, error: { code: 'TIMEOUT' } });
  });

  it('hands session, run and progress on', async () => {
    const seen: unknown[] = [];
    const run: Echo['run'] = async (_, { sessionId, runId, onProgress }) => {
      onProgress?.({ progress: 1, total: 2 });
      return { text: `${sessionId} ${runId}`, data: [] };
    };
    const context = { sessionId: 's', runId: 'r', onProgress: (progress: unknown) => seen.push(progress) };
    await expect(echo({ run }).run({ word: 'a' }, context)).resolves.toMatchObject({ text: 's r' });
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });

  it('closes what its maker wants closed, and nothing otherwise', async () => {
    let closed = 0;
    const close = async (): Promise<void> => {
      closed += 1;
    };
    {
      await using _ = echo({ close });
    }
    await echo({ close }).close();
    await echo().close();
    expect(closed).toBe(2);
  });

  it.each(['', 'two words', 'a'.repeat(129), 'naïve'])('refuses the name %j', (name) => {
    expect(() => echo({ name })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });

  it('says what a schema lacks that cannot describe itself to a model', () => {
    const standard = { version: 1, vendor: 'another', validate: (value: unknown) => ({ value }) };
    for (const input of [{ '~standard': standard }, {}, undefined]) {
      const made = () => echo({ input: input as unknown as Echo['input'] });
      expect(made).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', hint: expect.stringContaining('zod') }));
    }
  });

  it.each([-1, Number.NaN, 2 ** 31])('refuses a deadline of %d ms', (timeoutMs) => {
    expect(() => echo({ timeoutMs })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
