import { describe, expect, it } from 'vitest';
import { listingOf } from '#src/mcp/tool-listing.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { webFetch } from '#src/tools/web-fetch.js';
import { fullToolset, tokensOf, toolTokens } from '../../docs/tool-tokens.js';

/** Of everything together, whatever is switched on. */
const MOST_TOKENS = 1_200;

const ALL = ['web_search', 'web_fetch', 'crawl_url', 'http_request', 'now', 'ask_human'];

describe('what the tools cost a model before it calls one', () => {
  it.each([{ outline: false }, { outline: true }])(
    'is below 1,200 tokens for all together, with %j',
    async (options) => {
      await using set = fullToolset(options);
      const costs: { name: string; tokens: number }[] = toolTokens(set.tools);
      const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
      console.log([...costs, { name: 'all', tokens: total }].map(({ name, tokens }) => `${name} ${tokens}`).join(', '));
      expect(costs.map(({ name }) => name)).toEqual(ALL);
      expect(total).toBeLessThan(MOST_TOKENS);
    },
  );

  it('is counted with all that the model is told', async () => {
    await using reader = new HttpReader();
    const tool = webFetch(reader);
    const [cost] = toolTokens([tool]);
    const [dearer] = toolTokens([{ ...tool, description: `${tool.description} One sentence more.` }]);
    expect((dearer?.tokens ?? 0) - (cost?.tokens ?? 0)).toBe(tokensOf(' One sentence more.'));
  });

  it('is the same for a client of the Model Context Protocol', async () => {
    await using set = fullToolset({ outline: true });
    for (const tool of set.tools) {
      const { description, inputSchema } = listingOf(tool, tool.name);
      expect(description).toBe(tool.description);
      expect(inputSchema).toEqual(tool.input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }));
    }
  });

  it('has nothing in it that only a validator needs', async () => {
    await using set = fullToolset({ outline: true });
    const printed = set.tools.map(({ input }) =>
      JSON.stringify(input['~standard'].jsonSchema.input({ target: 'draft-2020-12' })),
    );
    for (const schema of printed) expect(schema).not.toMatch(/\$schema|"pattern"|9007199254740991/);
  });

  it('leaves every argument with a description', async () => {
    await using set = fullToolset({ outline: true });
    for (const { name, input } of set.tools) {
      const { properties } = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
        properties: Record<string, { description?: string }>;
      };
      for (const [argument, { description }] of Object.entries(properties)) {
        expect(description, `${name}.${argument}`).toMatch(/\S/);
      }
    }
  });
});
