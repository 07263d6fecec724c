// What the tools cost before they are called: a host sends the name, description and arguments of each with every request.
import { getEncoding } from 'js-tiktoken';
import { HumanChannel, toolset } from 'pageward';

const encoding = getEncoding('o200k_base');

/** Tokens as OpenAI's models since GPT-4o count them; Claude's tokenizer is not public. */
export function tokensOf(text) {
  return encoding.encode(text, [], []).length;
}

/** Name and tokens of each tool, as in the body of a request. */
export function toolTokens(tools) {
  return tools.map(({ name, description, input }) => {
    const inputSchema = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return { name, tokens: tokensOf(JSON.stringify({ name, description, input_schema: inputSchema })) };
  });
}

/** A set with everything that there is. */
export function fullToolset({ outline = false } = {}) {
  return toolset({ human: new HumanChannel(), webFetch: { outline } });
}
