import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import { eachItem, itemField } from '../sql/json-lists.ts';
import type { FieldTest, TextTest } from './condition-tree.ts';
import { matchValue } from './field-matches.ts';
import { allOf, type FieldMatch, NONE, type Predicate } from './predicates.ts';
import { matchText } from './text-match.ts';

type Expression = RawBuilder<unknown>;

/** Characters that JSON escapes. */
const WRITTEN_OTHERWISE = /["\\\p{Cc}\p{Cs}]/u;

/** A quick test of the JSON text: it contains each name that could pass. */
function mayContainName(kind: DatabaseKind, column: Expression, test: FieldTest): Predicate {
  if (test.kind !== 'text' || WRITTEN_OTHERWISE.test(test.value)) return sql`${column} <> '[]'`;
  return matchValue(kind, column, { ...test, how: 'contains' });
}

/** A JSON column with objects that have a `name`: one of them passes. */
export function namesField(column: Expression): FieldMatch {
  return (test, { kind }) => {
    const name = itemField(kind, 'name');
    const passes = test.kind === 'present' ? sql`${name} <> ''` : matchValue(kind, name, test);
    const holds = mayContainName(kind, column, test);
    return sql`(${holds} and exists (select 1 from ${eachItem(kind, column)} where ${passes}))`;
  };
}

/**
 * A JSON column with objects that have `name` and `role`: one of them passes. The test is `among` a case-insensitive
 * name and a role; an empty text is any.
 */
export function creditField(column: Expression): FieldMatch {
  return (test, { kind }) => {
    const [name = '', role = ''] = test.kind === 'among' ? test.values : [];
    const named: TextTest = { kind: 'text', how: 'is', value: name };
    const passes = allOf([
      ...(name === '' ? [] : [matchText(kind, itemField(kind, 'name'), named)]),
      ...(role === '' ? [] : [sql<SqlBool>`${itemField(kind, 'role')} = ${role}`]),
    ]);
    const holds = name === '' ? sql<SqlBool>`${column} <> '[]'` : mayContainName(kind, column, named);
    return sql`(${holds} and exists (select 1 from ${eachItem(kind, column)} where ${passes}))`;
  };
}

/** A row of `searchCredit`. The test is `among` its kind, the key of the name, and a role; an empty role is any. */
export const namedField: FieldMatch = (test) => {
  if (test.kind !== 'among') return NONE;
  const [kind = '', key = '', role = ''] = test.values;
  const named = sql<SqlBool>`"searchCredit"."kind" = ${kind} and "searchCredit"."nameKey" = ${key}`;
  return role === '' ? named : allOf([named, sql<SqlBool>`"searchCredit"."roles" like ${`% ${role} %`}`]);
};
