import type Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { ToolMessage } from '@langchain/core/messages';
import { type ClientTool, tool as langChainTool, type StructuredToolInterface } from '@langchain/core/tools';
import { Agent, tool as agentsTool } from '@openai/agents';
import type { ToolSet as ToolSet5 } from 'ai-v5';
import type { ToolSet as ToolSet6 } from 'ai-v6';
import { expect, expectTypeOf, it } from 'vitest';
import { aiSdkTools } from '#src/adapters/ai-sdk.js';
import { anthropicTools } from '#src/adapters/anthropic.js';
import { langChainTools } from '#src/adapters/langchain.js';
import { openAIAgentsTools } from '#src/adapters/openai-agents.js';
import { now } from '#src/tools/now.js';

// What is expected of types is checked by the compiler.

it('gives the AI SDK 5 and 6 a set of tools', () => {
  const tools = aiSdkTools(now());
  expectTypeOf(tools).toExtend<ToolSet5>();
  expectTypeOf(tools).toExtend<ToolSet6>();
  expectTypeOf({ ...tools, now: { ...aiSdkTools(now())['now'], needsApproval: true } }).not.toBeAny();
  expectTypeOf(tools['now']).not.toBeAny();
});

it('gives the Anthropic SDK runnable tools, which are also tools of a request', () => {
  const tools = anthropicTools(now(), { ToolError });
  expectTypeOf(tools).toExtend<BetaRunnableTool[]>();
  expectTypeOf(tools).toExtend<Anthropic.ToolUnion[]>();
  expectTypeOf(tools.map((tool) => ({ ...tool, strict: true }))).toExtend<BetaRunnableTool[]>();
});

it('gives an agent of the OpenAI Agents SDK its tools, as its own tool makes them', () => {
  const tools = openAIAgentsTools(now(), { tool: agentsTool });
  expectTypeOf(tools).not.toBeAny();
  const agent = new Agent<{ user: string }>({ name: 'Reader', tools });
  expect(agent.tools).toHaveLength(1);
});

it('gives LangChain structured tools, as its own tool makes them', () => {
  const tools = langChainTools(now(), { tool: langChainTool, ToolMessage });
  expectTypeOf(tools).toExtend<StructuredToolInterface[]>();
  expectTypeOf(tools).toExtend<ClientTool[]>();
  expectTypeOf(tools).not.toBeAny();
  const wrapped = langChainTools(now(), {
    tool: (run, fields) => langChainTool(run, { ...fields, returnDirect: true }),
    ToolMessage,
  });
  expectTypeOf(wrapped).toExtend<StructuredToolInterface[]>();
  expect(wrapped[0]?.returnDirect).toBe(true);
});
