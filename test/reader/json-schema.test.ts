import { describe, expect, it } from 'vitest';
import { jsonSchema } from '#src/reader/json-schema.js';

async function faultsOf(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<string[]> {
  const { issues = [] } = await (await jsonSchema(schema))['~standard'].validate(value);
  return issues.map(({ path = [], message }) => `${path.join('/')}: ${message}`);
}

describe('a JSON Schema as a Standard Schema', () => {
  it.each<[Record<string, unknown>, unknown]>([
    // Each of these applies without `type`, which some validators take for no check at all.
    [{ maximum: 4 }, 5],
    [{ pattern: '^a' }, 'b'],
    [{ required: ['a'] }, {}],
    [{ properties: { a: { type: 'number' } } }, { a: 'x' }],
    [{ not: { required: ['a'] } }, { a: 1 }],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
    [{ type: 'string', format: 'date' }, 'tomorrow'],
    [{ prefixItems: [{ type: 'number' }], items: false }, [1, 2]],
    [{ $defs: { price: { type: 'number' } }, properties: { a: { $ref: '#/$defs/price' } } }, { a: 'x' }],
  ])('%j refuses %j', async (schema, value) => {
    expect(await faultsOf(schema, value)).not.toEqual([]);
  });

  it('says where, also of what is missing, and all that is amiss', async () => {
    const schema = { type: 'object', properties: { 'a/b': { items: { type: 'number' } } }, required: ['c~d'] };
    expect(await faultsOf(schema, { 'a/b': [1, 'x'] })).toEqual(['c~d: must be there', 'a/b/1: must be number']);
    expect(await faultsOf(schema, { 'a/b': [], 'c~d': 1 })).toEqual([]);
  });

  it.each<Record<string, unknown>>([
    { propertis: {} },
    { type: 'nonsense' },
    { format: 'nonsense' },
    { $ref: '#/none' },
  ])('%j is refused', async (schema) => {
    await expect(jsonSchema(schema)).rejects.toThrow();
  });

  it('gives the value as it was', async () => {
    const value = { a: 1, b: 2 };
    const schema = await jsonSchema({ properties: { a: { default: 7 } } });
    expect(await schema['~standard'].validate(value)).toEqual({ value });
  });
});
