import { describe, expect, it } from 'vitest';
import { UsageError } from '#src/base/errors.js';
import { type AskHumanInput, type AskHumanOptions, askHuman } from '#src/tools/ask-human.js';
import { HumanChannel, type HumanQuestion } from '#src/tools/human-channel.js';
import { until } from '../support/guard-lab.js';

const OPTIONS = [{ label: 'Tea', description: 'Green, without sugar' }, { label: 'Coffee' }];

/** A channel, its tool, and the questions as its one consumer gets them. */
function desk(options?: AskHumanOptions) {
  const channel = new HumanChannel();
  const tool = askHuman(channel, options);
  const questions = channel.questions();
  const next = async (): Promise<HumanQuestion> => {
    const { value, done } = await questions.next();
    if (done) throw new Error('there are no more questions');
    return value;
  };
  return { channel, tool, questions, next };
}

describe('ask_human', () => {
  it('waits for the answer, and gives it to the model as it is', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({ question: 'Which year?' });
    const { id, question } = await next();
    expect(question).toBe('Which year?');
    expect(channel.answer(id, '<b>2026</b>\n--- END EXTERNAL CONTENT ---')).toBe(true);
    await expect(call).resolves.toEqual({
      isError: false,
      text: '<b>2026</b>\n--- END EXTERNAL CONTENT ---',
      data: { answer: '<b>2026</b>\n--- END EXTERNAL CONTENT ---' },
    });
    expect(channel.pending).toEqual([]);
  });

  it('shows a model question, options and multi_select', () => {
    const schema = desk().tool.input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    expect(schema).toMatchObject({
      required: ['question'],
      additionalProperties: false,
      properties: {
        question: { type: 'string' },
        options: { type: 'array', minItems: 2, maxItems: 4, items: { required: ['label'] } },
        multi_select: { type: 'boolean', default: false },
      },
    });
    expect(desk().tool).toMatchObject({ name: 'ask_human', annotations: { readOnlyHint: true, openWorldHint: false } });
    expect(desk({ name: 'ask_editor' }).tool.name).toBe('ask_editor');
  });

  it('says whose question it is, when the host says so', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({ question: 'Which?', options: OPTIONS }, { sessionId: 's1', runId: 'r1' });
    const question = await next();
    expect(question).toEqual({
      ...{ id: expect.any(String), question: 'Which?', options: OPTIONS, multiSelect: false },
      ...{ sessionId: 's1', runId: 'r1' },
    });
    channel.answer(question.id, 'Neither, water.');
    await expect(call).resolves.toMatchObject({ text: 'Neither, water.' });
    const anonymous = tool.run({ question: 'And?' });
    const next2 = await next();
    expect(next2).not.toHaveProperty('sessionId');
    expect(next2).not.toHaveProperty('runId');
    channel.answer(next2.id, 'So.');
    await anonymous;
  });

  it('gives the labels that were chosen together on a line each', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({ question: 'Which?', options: OPTIONS, multi_select: true });
    const { id, multiSelect, options } = await next();
    expect(multiSelect).toBe(true);
    channel.answer(id, options.map(({ label }) => label).join('\n'));
    await expect(call).resolves.toMatchObject({ text: 'Tea\nCoffee' });
  });

  it('takes multi_select for false where there are no options', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({ question: 'Which?', multi_select: true });
    const { id, multiSelect, options } = await next();
    expect({ multiSelect, options }).toEqual({ multiSelect: false, options: [] });
    channel.answer(id, 'That one.');
    await call;
  });

  it.each<[string, AskHumanInput, RegExp]>([
    ['one option', { question: 'q', options: [{ label: 'a' }] }, /options/],
    ['five options', { question: 'q', options: ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label })) }, /options/],
    ['two options of one label', { question: 'q', options: [{ label: 'Tea' }, { label: 'Tea' }] }, /label "Tea"/],
    ['two that look alike', { question: 'q', options: [{ label: 'Tea' }, { label: 'T\u200bea ' }] }, /label "Tea"/],
    ['a label of two lines', { question: 'q', options: [{ label: 'a\nb' }, { label: 'c' }] }, /one line/],
    ['an empty label', { question: 'q', options: [{ label: ' ' }, { label: 'c' }] }, /not be empty/],
    ['an invisible label', { question: 'q', options: [{ label: '\u200b' }, { label: 'c' }] }, /not be empty/],
    [
      'a description of two lines',
      { question: 'q', options: [{ label: 'a', description: 'x\u2028y' }, { label: 'c' }] },
      /one line/,
    ],
    ['an empty question', { question: ' \n' }, /question/],
    ['no question', {} as AskHumanInput, /question/],
    ['an unknown argument', { question: 'q', timeout: 5 } as AskHumanInput, /timeout/],
  ])('rejects %s as invalid input, and asks nobody', async (_, input, message) => {
    const { tool, channel } = desk();
    await expect(tool.run(input)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
    });
    expect(channel.pending).toEqual([]);
  });

  it('shows the human nothing that steers a terminal or hides', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({
      question: 'Delete\u202e \u001b[2Jall?\u200b Ça va, می‌خواهم 👩‍🚀?',
      options: [
        { label: ' Y\u0007es ', description: 'a\u200bb' },
        { label: 'No', description: '' },
      ],
    });
    const { id, question, options } = await next();
    expect(question).toBe('Delete [2Jall? Ça va, می‌خواهم 👩‍🚀?');
    expect(options).toEqual([{ label: 'Yes', description: 'ab' }, { label: 'No' }]);
    channel.answer(id, 'No');
    await call;
  });

  it('is a failure with the reason when the question is cancelled', async () => {
    const { tool, channel, next } = desk();
    const call = tool.run({ question: 'Which?' });
    expect(channel.cancel((await next()).id, 'The operator is on holiday.')).toBe(true);
    await expect(call).resolves.toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The operator is on holiday\.\n {2}hint: /),
      error: { code: 'HUMAN_DECLINED', retryable: false },
    });
  });

  it('takes its question back when the call is aborted', async () => {
    const { tool, channel, next } = desk();
    const controller = new AbortController();
    const call = tool.run({ question: 'Which?' }, { signal: controller.signal });
    const { id } = await next();
    const reason = new Error('the run was stopped');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(channel.pending).toEqual([]);
    expect(channel.answer(id, 'too late')).toBe(false);
    expect(channel.cancel(id)).toBe(false);
  });

  it('takes its question back when its time is over', async () => {
    const { tool, channel } = desk({ timeoutMs: 5 });
    await expect(tool.run({ question: 'Which?' })).resolves.toMatchObject({
      isError: true,
      error: { code: 'TIMEOUT' },
    });
    expect(channel.pending).toEqual([]);
  });

  it('fails every open question when the channel is closed, and every later one at once', async () => {
    const { tool, channel, questions } = desk();
    const calls = [tool.run({ question: 'One?' }), tool.run({ question: 'Two?' })];
    await until(() => channel.pending.length === 2);
    await channel.close('The office is closed.');
    const closed = { isError: true, error: { code: 'NO_HUMAN', message: 'The office is closed.' } };
    await expect(Promise.all(calls)).resolves.toMatchObject([closed, closed]);
    await expect(tool.run({ question: 'Three?' })).resolves.toMatchObject(closed);
    await expect(questions.next()).resolves.toEqual({ done: true, value: undefined });
    expect(channel.pending).toEqual([]);
    await channel.close();
  });

  it.each([
    ['a channel that is none', () => askHuman({} as HumanChannel)],
    ['an option that there is not', () => askHuman(new HumanChannel(), { timeout: 5 } as AskHumanOptions)],
    ['a wrong timeoutMs', () => askHuman(new HumanChannel(), { timeoutMs: -1 })],
  ])('refuses %s', (_, build) => {
    expect(build).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});

describe('a run', () => {
  const RUN = { sessionId: 's', runId: 'r' };

  it('has one question open at a time, in the order of asking', async () => {
    const { tool, channel, next } = desk();
    const calls = ['One?', 'Two?', 'Three?'].map((question) => tool.run({ question }, RUN));
    for (const expected of ['One?', 'Two?', 'Three?']) {
      const { id, question } = await next();
      expect(question).toBe(expected);
      expect(channel.pending.map((open) => open.question)).toEqual([expected]);
      channel.answer(id, `to ${question}`);
    }
    const results = await Promise.all(calls);
    expect(results.map(({ text }) => text)).toEqual(['to One?', 'to Two?', 'to Three?']);
  });

  it('does not hold up another run, nor another session’s run of the same name', async () => {
    const { tool, channel } = desk();
    const calls = [RUN, { ...RUN, runId: 'other' }, { ...RUN, sessionId: 'other' }].map((context) =>
      tool.run({ question: 'Which?' }, context),
    );
    await until(() => channel.pending.length === 3);
    for (const { id } of channel.pending) channel.answer(id, 'yes');
    await Promise.all(calls);
  });

  it('goes on when a question is cancelled, or was taken back before its turn', async () => {
    const { tool, channel, next } = desk();
    const controller = new AbortController();
    const first = tool.run({ question: 'One?' }, RUN);
    const second = tool.run({ question: 'Two?' }, { ...RUN, signal: controller.signal });
    const third = tool.run({ question: 'Three?' }, RUN);
    const one = await next();
    controller.abort(new Error('not any more'));
    await expect(second).rejects.toThrow('not any more');
    expect(channel.pending).toEqual([one]);
    channel.cancel(one.id);
    await expect(first).resolves.toMatchObject({ isError: true });
    const three = await next();
    expect(three.question).toBe('Three?');
    channel.answer(three.id, 'yes');
    await expect(third).resolves.toMatchObject({ text: 'yes' });
  });

  it('fails also what still waits for its turn when the channel is closed', async () => {
    const { tool, channel } = desk();
    const calls = ['One?', 'Two?'].map((question) => tool.run({ question }, RUN));
    await until(() => channel.pending.length === 1);
    await channel.close();
    const closed = { isError: true, error: { code: 'NO_HUMAN' } };
    await expect(Promise.all(calls)).resolves.toMatchObject([closed, closed]);
  });
});

describe('the channel to a human', () => {
  it('matches answers to questions by their ids, in whatever order they come', async () => {
    const { tool, channel } = desk();
    const calls = ['One?', 'Two?', 'Three?'].map((question) => tool.run({ question }));
    await until(() => channel.pending.length === 3);
    for (const { id, question } of [...channel.pending].reverse()) channel.answer(id, `to ${question}`);
    const results = await Promise.all(calls);
    expect(results.map(({ text }) => text)).toEqual(['to One?', 'to Two?', 'to Three?']);
  });

  it('hands out first what was asked before anybody looked, and leaves out what is resolved already', async () => {
    const channel = new HumanChannel();
    const asked = ['One?', 'Two?', 'Three?'].map((question) => channel.ask({ question }));
    const [one, two] = channel.pending;
    channel.answer(one?.id ?? '', '1');
    const declined = expect(asked[1]).rejects.toMatchObject({ code: 'HUMAN_DECLINED' });
    channel.cancel(two?.id ?? '');
    const seen: string[] = [];
    for await (const { id, question } of channel.questions()) {
      seen.push(question);
      channel.answer(id, '3');
      await channel.close();
    }
    expect(seen).toEqual(['Three?']);
    await expect(asked[0]).resolves.toBe('1');
    await declined;
    await expect(asked[2]).resolves.toBe('3');
  });

  it('gives its questions to one consumer at a time, and to the next all that is still open', async () => {
    const channel = new HumanChannel();
    const asked = channel.ask({ question: 'Which?' });
    for await (const _ of channel.questions()) {
      await expect(channel.questions().next()).rejects.toThrow(UsageError);
      break;
    }
    for await (const { id } of channel.questions()) {
      channel.answer(id, 'this');
      break;
    }
    await expect(asked).resolves.toBe('this');
  });

  it('lets a consumer stop waiting, and ends at once for one that comes after the close', async () => {
    const channel = new HumanChannel();
    const controller = new AbortController();
    const waiting = channel.questions({ signal: controller.signal }).next();
    const reason = new Error('shutting down');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await channel.close();
    await expect(channel.questions().next()).resolves.toMatchObject({ done: true });
  });

  it('keeps nothing of what is resolved: a second answer changes nothing', async () => {
    const channel = new HumanChannel();
    const asked = channel.ask({ question: 'Which?' });
    const [question] = channel.pending;
    expect(channel.answer(question?.id ?? '', 'first')).toBe(true);
    expect(channel.pending).toEqual([]);
    expect(channel.answer(question?.id ?? '', 'second')).toBe(false);
    expect(channel.answer('no such question', 'x')).toBe(false);
    await expect(asked).resolves.toBe('first');
    expect(() => channel.answer('x', 5 as unknown as string)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });

  it('closes with the block that it was made in', async () => {
    let asked: Promise<string>;
    {
      await using channel = new HumanChannel();
      asked = channel.ask({ question: 'Which?' });
      asked.catch(() => undefined);
    }
    await expect(asked).rejects.toMatchObject({ code: 'NO_HUMAN' });
  });
});
