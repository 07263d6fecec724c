import type { AnySchema, ErrorObject } from 'ajv';
import type { StandardIssue, StandardSchema } from '../base/standard-schema.js';

/**
 * A JSON Schema (draft 2020-12) as a Standard Schema. Strict: what it does not know, such as a mistyped keyword, is an error
 * and not ignored, since a check that checks nothing passes everything.
 *
 * @throws Error whose message says what of the schema cannot be used
 */
export async function jsonSchema(schema: Readonly<Record<string, unknown>>): Promise<StandardSchema> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
  });
  formats.default(ajv);
  const isValid = ajv.compile<unknown>(schema as AnySchema);
  return {
    '~standard': {
      version: 1,
      validate: (value) => (isValid(value) ? { value } : { issues: (isValid.errors ?? []).map(issueOf) }),
    },
  };
}

function issueOf({
  instancePath,
  keyword,
  message = 'is not as the schema has it',
  params,
}: ErrorObject): StandardIssue {
  const path = instancePath.split('/').slice(1).map(unescaped);
  // What is missing is told of where it should be.
  const missing: unknown = keyword === 'required' ? params['missingProperty'] : undefined;
  return typeof missing === 'string' ? { path: [...path, missing], message: 'must be there' } : { path, message };
}

/** A step of a JSON Pointer, RFC 6901. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
