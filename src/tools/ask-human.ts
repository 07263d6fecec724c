import { z } from 'zod';
import { checkOptions, invalidOption } from '../base/options.js';
import type { HumanChannel, QuestionOption } from './human-channel.js';
import { stripInvisible } from './invisible.js';
import { type Tool, tool } from './tool.js';
import { toolArguments } from './tool-arguments.js';

export interface AskHumanOptions {
  /** What the model calls it (default `ask_human`). */
  name?: string;
  /** How long to wait for an answer, in milliseconds (default 0: for ever). Set it where nobody may be there. */
  timeoutMs?: number;
}

/** What the model gives. */
export interface AskHumanInput {
  question: string;
  options?: readonly QuestionOption[] | undefined;
  multi_select?: boolean | undefined;
}

const optionsSchema = z.strictObject({ name: z.string().optional(), timeoutMs: z.number().optional() });

const oneLine = z.string().refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'must be one line');

const choice = z.strictObject({
  label: oneLine
    .refine((label) => shownLabel(label) !== '', 'must not be empty')
    .describe('A few words on one line: the answer when it is chosen.'),
  description: oneLine.optional().describe('What it means, on one line, where the label does not say it.'),
});

const input = toolArguments({
  question: z
    .string()
    .refine((question) => shownLabel(question) !== '', 'must not be empty')
    .describe('The question to the human.'),
  options: z
    .array(choice)
    .min(2)
    .max(4)
    .superRefine((choices, context) => {
      for (const label of repeatedLabels(choices)) {
        context.addIssue({
          code: 'custom',
          message: `there are several options with the label ${JSON.stringify(label)}`,
        });
      }
    })
    .optional()
    .describe('2 to 4 choices, the recommended one first. The human may answer in other words, so offer no "other".'),
  multi_select: z
    .boolean()
    .default(false)
    .describe('Whether several may be chosen; the answer then has a label on each line.'),
});

/**
 * Makes the tool by which a model asks a person. A call lasts until the question is answered or cancelled, the channel is
 * closed, or the call ends otherwise, which takes the question back. For information: where a yes or no is wanted before
 * something is done, use your framework's approval.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const channel = new HumanChannel();
 * const ask = askHuman(channel, { timeoutMs: 600_000 });
 */
export function askHuman(
  channel: HumanChannel,
  options: AskHumanOptions = {},
): Tool<AskHumanInput, { answer: string }> {
  if (typeof channel?.ask !== 'function') {
    throw invalidOption('askHuman: channel: has no method ask', 'channel', 'Give a HumanChannel first.');
  }
  checkOptions(optionsSchema, options, 'askHuman');
  const { name = 'ask_human', timeoutMs = 0 } = options;
  return tool({
    name,
    title: 'Ask a human',
    description:
      'Asks the human operator a question and waits for the answer. ' +
      'Use it for what only they can know or decide; a cancelled question means: go on without.',
    input,
    annotations: { readOnlyHint: true, openWorldHint: false },
    timeoutMs,
    async run({ question, options: choices = [], multi_select: multiSelect }, { signal, sessionId, runId }) {
      const answer = await channel.ask(
        {
          // What a page has talked the model into must not steer the operator's terminal, or look like something else.
          question: stripInvisible(question),
          options: choices.map(visibleOption),
          multiSelect,
          ...(sessionId === undefined ? {} : { sessionId }),
          ...(runId === undefined ? {} : { runId }),
        },
        signal ? { signal } : {},
      );
      return { text: answer === '' ? '(The answer is empty.)' : answer, data: { answer } };
    },
  });
}

function repeatedLabels(choices: readonly QuestionOption[]): ReadonlySet<string> {
  const labels = choices.map(({ label }) => shownLabel(label));
  return new Set(labels.filter((label, index) => labels.indexOf(label) !== index));
}

function visibleOption({ label, description }: QuestionOption): QuestionOption {
  return { label: shownLabel(label), ...(description ? { description: stripInvisible(description) } : {}) };
}

function shownLabel(label: string): string {
  return stripInvisible(label).trim();
}
