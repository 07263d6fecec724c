import { invalidOption } from '../base/options.js';
import type { JsonSchemaTarget } from '../tools/tool-schema.js';
import type { NamedTool } from './tool-source.js';

/** The arguments of a tool as JSON Schema: an object, since no provider takes anything else. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
  readonly [keyword: string]: unknown;
}

/**
 * What a model is told of a tool's arguments.
 *
 * @throws UsageError `INVALID_OPTION` for a tool whose arguments are no object.
 */
export function inputSchemaOf({ name, tool }: NamedTool, target: JsonSchemaTarget): InputSchema {
  const { $schema: _, type, ...schema } = tool.input['~standard'].jsonSchema.input({ target });
  const { properties = {}, required = [] } = schema;
  if (type !== 'object' || !isRecordOfSchemas(properties) || !Array.isArray(required)) {
    throw invalidOption(`${name}: input: must be an object with named arguments`, 'input', 'Wrap it in an object.');
  }
  return { type, ...schema, properties, required };
}

function isRecordOfSchemas(value: unknown): value is Record<string, Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
