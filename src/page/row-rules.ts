/** How one value is taken from a row. */
export interface ValueRule {
  /** CSS selector within the row; the first match that is shown counts. Without it, the row's own element. */
  readonly select?: string;
  /** The value of this attribute in place of the text. With `as: 'url'` it is `href`, or else `src`, unless named. */
  readonly attribute?: string;
  /**
   * `text` (default), with its white space collapsed; a number, see `parseNumber`; an absolute http(s) URL; or how many matches
   * are shown, which is exact on any page.
   */
  readonly as?: 'text' | 'number' | 'url' | 'count';
  /** The sign before a number's fraction. Without it, what can be read in two ways (`1,234`) is no number. */
  readonly decimal?: '.' | ',';
  /** Every match that is shown, in document order, as a list. */
  readonly all?: boolean;
}

/** Rows of fields. Nested in a field, its selectors look within the row. */
export interface RowRules {
  /** CSS selector of the rows. Without it there is one row: the document, or the row around it. */
  readonly rows?: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

/** A string is the selector of a text. */
export type FieldRule = string | ValueRule | RowRules;

/** What {@link RowRules} give. A value that is not there, or is not what it should be, is absent. */
export type Row<Fields extends RowRules['fields'] = RowRules['fields']> = string extends keyof Fields
  ? Readonly<Record<string, unknown>>
  : {
      readonly [Name in keyof Fields as Fields[Name] extends SureRule ? Name : never]: ValueOf<Fields[Name]>;
    } & {
      readonly [Name in keyof Fields as Fields[Name] extends SureRule ? never : Name]?: ValueOf<Fields[Name]>;
    };

/** What gives a value on every page, if an empty one. */
type SureRule = { readonly all: true } | { readonly rows: string } | { readonly as: 'count' };

type ValueOf<Rule> = Rule extends { readonly fields: infer Fields extends RowRules['fields'] }
  ? Rule extends { readonly rows: string }
    ? readonly Row<Fields>[]
    : Row<Fields>
  : Rule extends { readonly all: true }
    ? readonly ScalarOf<Rule>[]
    : ScalarOf<Rule>;

type ScalarOf<Rule> = Rule extends { readonly as: 'number' | 'count' } ? number : string;
