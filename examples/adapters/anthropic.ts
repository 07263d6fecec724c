// `ANTHROPIC_API_KEY=… node --import ./examples/typescript.js examples/adapters/anthropic.ts "When is high water in Hull?"`: an
// answer, and the pages that Claude cites in it.
import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { citations, currentDate, toolset } from 'pageward';
import { anthropicTools } from 'pageward/anthropic';

const [question = 'What is new in tide prediction?'] = process.argv.slice(2);
await using set = toolset({ httpRequest: false });
const answer = await new Anthropic().beta.messages.toolRunner({
  model: process.env['MODEL'] ?? 'claude-sonnet-4-5',
  max_tokens: 4_000,
  system: `Answer from pages that you have read. ${currentDate('UTC')}`,
  messages: [{ role: 'user', content: question }],
  tools: anthropicTools(set, { citations: true, ToolError }),
});
for (const block of answer.content) if (block.type === 'text') console.log(block.text);
for (const url of new Set(citations(answer).map((citation) => citation.url))) console.log(`- ${url}`);
