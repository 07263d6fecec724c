import type { StandardSchema } from '../base/standard-schema.js';
import type { Page } from '../page/page.js';
import type { Row, RowRules } from '../page/row-rules.js';
import type { PageReader, ReadOptions } from './reader.js';

export interface ReadRowsOptions<Fields extends RowRules['fields'], Checked>
  extends Omit<ReadOptions, 'extract'>,
    RowRules {
  readonly fields: Fields;
  /** Checks each row, and may change it: zod, Valibot, ArkType or any other Standard Schema. */
  readonly schema?: StandardSchema<Checked>;
}

/** A row that its schema refuses. */
export interface RowFault {
  /** Of the row, from 0, as the page has it. */
  readonly index: number;
  /** Names and indexes that lead to the value within the row; empty for the row itself. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What is there. Undefined where nothing is. */
  readonly value: unknown;
}

export interface ReadRows<Checked> {
  /** Those that the schema takes, as it gives them. */
  readonly rows: readonly Checked[];
  readonly faults: readonly RowFault[];
  /** The page, with every row as it was found in `data`. */
  readonly page: Page;
}

/**
 * Reads a page and takes typed rows from it.
 *
 * ```ts
 * const { rows, faults } = await readRows(reader, url, {
 *   rows: '.product',
 *   fields: { title: 'h2', price: { select: '.price', as: 'number' } },
 *   schema: z.object({ title: z.string(), price: z.number() }),
 * });
 * ```
 *
 * @throws What the reader throws; UsageError `INVALID_OPTION` for rules that are none.
 */
export async function readRows<const Fields extends RowRules['fields'], Checked = Row<Fields>>(
  reader: PageReader,
  url: string,
  { rows, fields, schema, ...options }: ReadRowsOptions<Fields, Checked>,
): Promise<ReadRows<Checked>> {
  const page = await reader.read(url, { ...options, extract: { ...(rows === undefined ? {} : { rows }), fields } });
  // Without a schema the rows are what the rules make them, which is the default of the type.
  if (schema === undefined) return { rows: (page.data ?? []) as readonly Checked[], faults: [], page };
  return { ...(await checkRows(page.data ?? [], schema)), page };
}

/** Checks rows, each by itself: a faulty one is told with all its faults, and the others are given. */
export async function checkRows<Checked>(
  found: readonly unknown[],
  schema: StandardSchema<Checked>,
): Promise<Pick<ReadRows<Checked>, 'rows' | 'faults'>> {
  const rows: Checked[] = [];
  const faults: RowFault[] = [];
  for (const [index, row] of found.entries()) {
    const result = await schema['~standard'].validate(row);
    if (result.issues === undefined) {
      rows.push(result.value);
      continue;
    }
    for (const { message, path = [] } of result.issues) {
      const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
      faults.push({ index, path: steps, message, value: valueAt(row, steps) });
    }
  }
  return { rows, faults };
}

function valueAt(row: unknown, path: readonly PropertyKey[]): unknown {
  let value = row;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
