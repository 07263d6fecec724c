/** What is wrong with a value, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A Standard Schema that can also print itself as JSON Schema: validation for us, a description for the model. Every
 * zod 4 schema is one, and so are those of other libraries. Only what a tool needs of the standard is written here.
 */
export interface ToolSchema<In, Parsed = In> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: In; readonly output: Parsed } | undefined;
    readonly validate: (value: unknown) => SchemaResult<Parsed> | Promise<SchemaResult<Parsed>>;
    readonly jsonSchema: {
      readonly input: (options: { target: JsonSchemaTarget }) => Record<string, unknown>;
      readonly output: (options: { target: JsonSchemaTarget }) => Record<string, unknown>;
    };
  };
}

export type SchemaResult<Parsed> =
  | { readonly value: Parsed; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export type JsonSchemaTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0';
