/** A part of a text that is looked for; upper and lower case are alike. */
export interface TextTest {
  readonly kind: 'text';
  readonly how: 'is' | 'contains' | 'beginsWith' | 'endsWith';
  readonly value: string;
}

/** A range of numbers, or of instants in epoch milliseconds; undefined ends are open. */
export interface RangeTest {
  readonly kind: 'range';
  readonly from?: number;
  readonly to?: number;
  /** Without `from` itself. */
  readonly isAfter?: boolean;
  /** Without `to` itself. */
  readonly isBefore?: boolean;
}

/** Any of some ids or words. */
export interface AmongTest {
  readonly kind: 'among';
  readonly values: readonly string[];
}

/** Something that a row has, or not; what has no value does not have it. Texts without any letter are no value. */
export type FieldTest = TextTest | RangeTest | AmongTest | { readonly kind: 'present' } | { readonly kind: 'true' };

/** One test of one field, or its opposite. */
export interface ConditionClause<Field extends string> {
  readonly field: Field;
  readonly isDenied: boolean;
  readonly test: FieldTest;
}

/** A condition that was checked: every test fits its field. All of nothing is everything, any of nothing is nothing. */
export type ConditionTree<Field extends string> =
  | { readonly allOf: readonly ConditionTree<Field>[] }
  | { readonly anyOf: readonly ConditionTree<Field>[] }
  | ConditionClause<Field>;
