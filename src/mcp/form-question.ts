import { askHuman } from '../tools/ask-human.js';
import { HumanChannel } from '../tools/human-channel.js';
import type { AnyTool, ToolResult } from '../tools/tool.js';
import { answerIn, formOf, type HumanForm, type HumanReply } from './human-form.js';

/** Of a call: what the client can do, and what it has sent back of the form, if that is its second coming. */
export interface FormContext {
  readonly signal: AbortSignal;
  readonly canAsk: boolean;
  readonly hasLists: boolean;
  readonly reply: HumanReply | undefined;
}

/** What the tool is called unless the operator's tools have one of that name. */
export const FORM_TOOL = 'ask_human';

/** The tool by which a model asks the client's user; here for its description, its calls go to {@link askByForm}. */
export function formTool(): AnyTool {
  return askHuman(new HumanChannel(), { name: FORM_TOOL });
}

/**
 * One call of `ask_human`. A client answers by calling again with the filled-in form, so the first call ends with the form
 * and the second one with the result; the same tool runs both times, over a channel of its own.
 *
 * @throws InvalidInputError `INVALID_INPUT`; `signal.reason`.
 */
export async function askByForm(
  input: unknown,
  { signal, canAsk, hasLists, reply }: FormContext,
): Promise<ToolResult<unknown> | HumanForm> {
  const channel = new HumanChannel();
  if (!canAsk) await channel.close('This client cannot ask its user.');
  const tool: AnyTool = askHuman(channel);
  const running = tool.run(input, { signal });
  try {
    const asked = await Promise.race([channel.questions().next(), running]);
    if (!('value' in asked) || asked.value === undefined) return await running;
    const question = asked.value;
    if (reply === undefined) return formOf(question, hasLists);
    if (reply.action === 'accept') channel.answer(question.id, answerIn(reply.content ?? {}, question));
    else channel.cancel(question.id, reply.action === 'decline' ? 'The human declined to answer.' : undefined);
    return await running;
  } finally {
    // Of a question that went out as a form nobody waits here for the answer.
    running.catch(() => undefined);
    await channel.close();
  }
}
