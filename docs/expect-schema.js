// The JSON Schema of the file that `--expect` takes, for editors that complete and check it.
import { z } from 'zod';
import { expectationSchema } from '../dist/crawl/expectation.js';

export function expectSchema() {
  const { $schema, ...expectation } = z.toJSONSchema(expectationSchema, { unrepresentable: 'any', io: 'input' });
  const list = { type: 'array', items: { $ref: '#/$defs/expectation' } };
  const file = { type: 'object', properties: { $schema: { type: 'string' }, expect: list }, required: ['expect'] };
  const schema = {
    $schema,
    title: 'What pages must be like: pageward crawl --expect',
    anyOf: [list, { ...file, additionalProperties: false }],
    $defs: { expectation },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
