// Tools for LangChain: bound to a model, and run by hand as a ToolNode of LangGraph does it.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { type AIMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import type { Toolset } from 'pageward';
import { langChainTools } from 'pageward/langchain';

/** One turn of a model: what it says, and the messages that answer its calls. */
export async function turn(model: BaseChatModel, set: Toolset, question: string) {
  const tools = langChainTools(set, { tool, ToolMessage });
  if (model.bindTools === undefined) throw new Error('This model calls no tools.');
  const answer: AIMessage = await model.bindTools(tools).invoke(question);
  const replies = (answer.tool_calls ?? []).map(async (call) => {
    const called = tools.find(({ name }) => name === call.name);
    return await called?.invoke({ ...call, id: call.id ?? '', type: 'tool_call' });
  });
  return { answer, replies: await Promise.all(replies) };
}
