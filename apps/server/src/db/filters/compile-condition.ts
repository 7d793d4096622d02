import { sql } from 'kysely';
import type { ConditionTree } from './condition-tree.ts';
import { allOf, anyOf, type FieldMatch, type FilterViewer, type Predicate } from './predicates.ts';

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
