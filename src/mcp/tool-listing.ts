import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { AnyTool } from '../tools/tool.js';

/** A tool as `tools/list` tells of it, under the name that it has there. */
export function listingOf(tool: AnyTool, name: string): ListedTool {
  const { title, description, input, output, annotations } = tool;
  const target = 'draft-2020-12';
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input['~standard'].jsonSchema.input({ target })),
    ...(output && { outputSchema: objectSchema(output.schema['~standard'].jsonSchema.output({ target })) }),
    annotations: { title, ...annotations },
  };
}

/** The protocol's word for the dialect is that very one, so saying it costs every model tokens for nothing. */
function objectSchema({ $schema: _, ...schema }: Record<string, unknown>): ListedTool['inputSchema'] {
  return { ...schema, type: 'object' };
}
