import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ReadDb } from '../open.ts';
import type { DatabaseKind } from '../sql/dialect.ts';
import { eachItem, eachText, itemField, listOfTexts } from '../sql/json-lists.ts';
import { nameKey } from '../sql/row-trigger.ts';
import type { ConditionTree, FieldTest, RangeTest, TextTest } from './condition-tree.ts';
import { matchText } from './text-match.ts';

/** Part of a `where`; null counts as false. */
export type Predicate = RawBuilder<SqlBool>;
type Expression = RawBuilder<unknown>;

/** Whose reading and ratings count, and how the database is spoken to. */
export interface FilterViewer {
  readonly kind: DatabaseKind;
  readonly userId: string;
}

/** What a test of one field says about the row of the query around it. */
export interface FieldMatch {
  (test: FieldTest, viewer: FilterViewer): Predicate;
  /** Where given, rows that it does not hold of pass neither a test nor its opposite. */
  readonly known?: Predicate;
}

export const ALL: Predicate = sql<SqlBool>`1 = 1`;
export const NONE: Predicate = sql<SqlBool>`1 = 0`;

function anyOf(predicates: readonly Predicate[]): Predicate {
  return predicates.length === 0 ? NONE : sql`(${sql.join(predicates, sql` or `)})`;
}

function allOf(predicates: readonly Predicate[]): Predicate {
  return predicates.length === 0 ? ALL : sql`(${sql.join(predicates, sql` and `)})`;
}

/** A number as such, whatever the column's type: PostgreSQL would refuse half a page. */
function numeric(value: number): Expression {
  return sql`cast(${value} as double precision)`;
}

function inRange(column: Expression, { from, to, isAfter = false, isBefore = false }: RangeTest): Predicate {
  return allOf([
    ...(from === undefined ? [] : [sql<SqlBool>`${column} ${isAfter ? sql`>` : sql`>=`} ${numeric(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${column} ${isBefore ? sql`<` : sql`<=`} ${numeric(to)}`]),
  ]);
}

function among(column: Expression, values: readonly string[]): Predicate {
  return values.length === 0 ? NONE : sql`${column} in (${sql.join(values)})`;
}

/** A test of one value, by the kind of test; a text is there when it is not empty. */
function matchValue(kind: DatabaseKind, column: Expression, test: FieldTest): Predicate {
  switch (test.kind) {
    case 'text':
      return matchText(kind, column, test);
    case 'range':
      return inRange(column, test);
    case 'among':
      return among(column, test.values);
    case 'present':
      return sql`${column} is not null`;
    case 'true':
      return sql`${column} = 1`;
  }
}

/** A column of text. */
export function textField(column: Expression): FieldMatch {
  return (test, { kind }) => (test.kind === 'present' ? sql`${column} <> ''` : matchValue(kind, column, test));
}

/** A column of anything else. */
export function valueField(column: Expression): FieldMatch {
  return (test, { kind }) => matchValue(kind, column, test);
}

/** Something that holds of a row or not. */
export function flagField(predicate: Predicate): FieldMatch {
  return () => predicate;
}

/** Something that holds of a row, or does not, or is not known. */
export function knownField(predicate: Predicate, known: Predicate): FieldMatch {
  return Object.assign(flagField(predicate), { known });
}

/**
 * Rows named by others, as metadata names its book.
 * @param row what is compared with the rows found
 * @param rowsOf a query for them, of one column, with its condition
 */
export function fieldElsewhere(
  row: Expression,
  rowsOf: (condition: Predicate) => Expression,
  field: FieldMatch,
): FieldMatch {
  return (test, viewer) => sql`${row} in (${rowsOf(field(test, viewer))})`;
}

/**
 * The key of a genre or tag: compared as such keys are made, so that what is one genre is found by each of its spellings.
 * @param column of keys
 */
export function keyField(column: Expression): FieldMatch {
  return (test, { kind }) =>
    test.kind === 'text'
      ? matchValue(kind, column, { ...test, value: nameKey(test.value) })
      : matchValue(kind, column, test);
}

/** What JSON writes in another way than it is. */
const WRITTEN_OTHERWISE = /["\\\p{Cc}\p{Cs}]/u;

/** What the text of the JSON holds when a name in it passes: far sooner looked for than names are read. */
function holdsName(kind: DatabaseKind, column: Expression, test: FieldTest): Predicate {
  if (test.kind !== 'text' || WRITTEN_OTHERWISE.test(test.value)) return sql`${column} <> '[]'`;
  return matchValue(kind, column, { ...test, how: 'contains' });
}

/** Names in a column of JSON, a list of objects with a `name`: one of them passes. */
export function namesField(column: Expression): FieldMatch {
  return (test, { kind }) => {
    const name = itemField(kind, 'name');
    const passes = test.kind === 'present' ? sql`${name} <> ''` : matchValue(kind, name, test);
    const holds = holdsName(kind, column, test);
    return sql`(${holds} and exists (select 1 from ${eachItem(kind, column)} where ${passes}))`;
  };
}

/**
 * People in a column of JSON, a list of objects with `name` and `role`: one of them passes. The test is `among` two texts, the
 * name, in any case, and the role; an empty one is any.
 */
export function creditField(column: Expression): FieldMatch {
  return (test, { kind }) => {
    const [name = '', role = ''] = test.kind === 'among' ? test.values : [];
    const named: TextTest = { kind: 'text', how: 'is', value: name };
    const passes = allOf([
      ...(name === '' ? [] : [matchText(kind, itemField(kind, 'name'), named)]),
      ...(role === '' ? [] : [sql<SqlBool>`${itemField(kind, 'role')} = ${role}`]),
    ]);
    const holds = name === '' ? sql<SqlBool>`${column} <> '[]'` : holdsName(kind, column, named);
    return sql`(${holds} and exists (select 1 from ${eachItem(kind, column)} where ${passes}))`;
  };
}

/**
 * One of a few states.
 * @param states what each means of a row
 */
export function stateField(states: (viewer: FilterViewer) => ReadonlyMap<string, Predicate>): FieldMatch {
  return (test, viewer) => {
    if (test.kind !== 'among') return ALL;
    const byName = states(viewer);
    return anyOf(test.values.map((value) => byName.get(value) ?? NONE));
  };
}

/** Either of two fields. */
export function eitherField(one: FieldMatch, other: FieldMatch): FieldMatch {
  return (test, viewer) => anyOf([one(test, viewer), other(test, viewer)]);
}

/** Compiles a condition into part of a `where`. */
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

/** A query for `id`, each once at most; visibility is not in it. */
type IdQuery = RawBuilder<{ readonly id: string }>;

/** Books that a condition holds of. */
export function booksWith(condition: Predicate): IdQuery {
  return sql<{ readonly id: string }>`select "book"."id" as "id" from "book" where ${condition}`;
}

/** What a query finds, in no order; of more than `most` any so many. They come as one text, however many they are. */
export async function listFoundIds(db: ReadDb, kind: DatabaseKind, query: IdQuery, most: number): Promise<string[]> {
  const { ids } = await db
    .selectFrom(sql<{ readonly id: string }>`(${query} limit ${most})`.as('found'))
    .select(listOfTexts(kind, sql.ref<string>('found.id')).as('ids'))
    .executeTakeFirstOrThrow();
  // A list of texts, as the query makes it.
  return ids === null ? [] : (JSON.parse(ids) as string[]);
}

/** Whether a book is one of many. */
export function isAmong(kind: DatabaseKind, bookIds: readonly string[]): Predicate {
  return sql<SqlBool>`${sql.ref('book.id')} in (${eachText(kind, JSON.stringify(bookIds))})`;
}
