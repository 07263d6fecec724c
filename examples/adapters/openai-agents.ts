// `OPENAI_API_KEY=… node --import ./examples/typescript.js examples/adapters/openai-agents.ts "When is high water in Hull?"`: an agent
// that reads pages, and has to be allowed each request of another kind.
import { Agent, run, tool } from '@openai/agents';
import { currentDate, toolset } from 'pageward';
import { openAIAgentsTools } from 'pageward/openai-agents';

const [question = 'What is new in tide prediction?'] = process.argv.slice(2);
await using set = toolset();
const agent = new Agent({
  name: 'Reader',
  instructions: `Answer from pages that you have read. ${currentDate('UTC')}`,
  tools: openAIAgentsTools(set, {
    tool: (definition) => tool({ ...definition, needsApproval: definition.name === 'http_request' }),
  }),
});
const { finalOutput, interruptions } = await run(agent, question);
console.log(finalOutput ?? `To be approved: ${interruptions.map(({ name }) => name).join(', ')}`);
