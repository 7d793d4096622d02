/** A case-insensitive test of a text. */
export interface TextTest {
  readonly kind: 'text';
  readonly how: 'is' | 'contains' | 'beginsWith' | 'endsWith';
  readonly value: string;
}

/** A range of numbers, or of epoch milliseconds; undefined ends are open. */
export interface RangeTest {
  readonly kind: 'range';
  readonly from?: number;
  readonly to?: number;
  readonly isAfter?: boolean;
  readonly isBefore?: boolean;
}

/** Any of some ids or words. */
export interface AmongTest {
  readonly kind: 'among';
  readonly values: readonly string[];
}

/** A test of one field. A missing value passes none; an empty text counts as missing. */
export type FieldTest = TextTest | RangeTest | AmongTest | { readonly kind: 'present' } | { readonly kind: 'true' };

/** One test of one field, or its negation. */
export interface ConditionClause<Field extends string> {
  readonly field: Field;
  readonly isDenied: boolean;
  readonly test: FieldTest;
}

/** A validated condition: every test fits its field. All of nothing is true, any of nothing is false. */
export type ConditionTree<Field extends string> =
  | { readonly allOf: readonly ConditionTree<Field>[] }
  | { readonly anyOf: readonly ConditionTree<Field>[] }
  | ConditionClause<Field>;
