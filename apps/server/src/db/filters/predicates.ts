import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { ConditionTree, FieldTest } from './condition-tree.ts';

/** A condition of a `where`; null counts as false. */
export type Predicate = RawBuilder<SqlBool>;

/** The user whose reading and ratings count. */
export interface FilterViewer {
  readonly kind: DatabaseKind;
  readonly userId: string;
}

/** The condition for a test of one field, on the row of the query around it. */
export interface FieldMatch {
  (test: FieldTest, viewer: FilterViewer): Predicate;
  /** Rows where this is false pass neither the test nor its negation. */
  readonly known?: Predicate;
}

/** True for every row. */
export const ALL: Predicate = sql<SqlBool>`1 = 1`;
/** True for no row. */
export const NONE: Predicate = sql<SqlBool>`1 = 0`;

/** True when any of them is. */
export function anyOf(predicates: readonly Predicate[]): Predicate {
  return predicates.length === 0 ? NONE : sql`(${sql.join(predicates, sql` or `)})`;
}

/** True when all of them are. */
export function allOf(predicates: readonly Predicate[]): Predicate {
  return predicates.length === 0 ? ALL : sql`(${sql.join(predicates, sql` and `)})`;
}

/** Compiles a condition tree. */
export function compileCondition<Field extends string>(
  tree: ConditionTree<Field>,
  fields: Readonly<Record<Field, FieldMatch>>,
  viewer: FilterViewer,
): Predicate {
  if ('allOf' in tree) return allOf(tree.allOf.map((part) => compileCondition(part, fields, viewer)));
  if ('anyOf' in tree) return anyOf(tree.anyOf.map((part) => compileCondition(part, fields, viewer)));
  const field = fields[tree.field];
  const match = field(tree.test, viewer);
  if (!tree.isDenied) return match;
  const isNot: Predicate = sql`not coalesce(${match}, false)`;
  return field.known === undefined ? isNot : allOf([field.known, isNot]);
}
