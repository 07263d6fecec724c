import { messageOf, UsageError } from '../base/errors.js';
import type { StandardSchema } from '../base/standard-schema.js';
import type { RowRules } from '../page/row-rules.js';
import { jsonSchema } from '../reader/json-schema.js';
import { readJsonFile } from './json-file.js';

/** What `--fields` names: the rules of rows, and what checks each. */
export interface FieldFile {
  readonly rules: RowRules;
  readonly schema?: StandardSchema;
}

/**
 * The rules in a JSON file, `{ rows?, fields, schema? }`, whose schema is a JSON Schema. The rules are checked by the reader.
 *
 * @throws UsageError `INVALID_OPTION` when it cannot be read, is no object, or has a schema that cannot be used.
 */
export async function readFields(file: string): Promise<FieldFile> {
  const fail = (problem: string): UsageError =>
    new UsageError(`--fields: ${file} ${problem}`, {
      code: 'INVALID_OPTION',
      hint: 'Write JSON such as { "rows": ".item", "fields": { "title": "h2" } }.',
    });
  const content = await readJsonFile(file, fail);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw fail('is no object');
  const { schema, ...rules } = content as RowRules & { readonly schema?: Readonly<Record<string, unknown>> };
  if (schema === undefined) return { rules };
  try {
    return { rules, schema: await jsonSchema(schema) };
  } catch (error) {
    throw fail(`has a schema that cannot be used: ${messageOf(error)}`);
  }
}
