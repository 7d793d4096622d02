import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import { nameKey } from '../sql/row-trigger.ts';
import type { FieldTest, RangeTest } from './condition-tree.ts';
import { ALL, allOf, anyOf, type FieldMatch, type FilterViewer, NONE, type Predicate } from './predicates.ts';
import { matchText } from './text-match.ts';

type Expression = RawBuilder<unknown>;

/** A number of any column type: PostgreSQL refuses half a page for an integer. */
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

/** A test of one value; a text is present when it is not empty. */
export function matchValue(kind: DatabaseKind, column: Expression, test: FieldTest): Predicate {
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

/** A column of another type. */
export function valueField(column: Expression): FieldMatch {
  return (test, { kind }) => matchValue(kind, column, test);
}

/** A condition that is true or false. */
export function flagField(predicate: Predicate): FieldMatch {
  return () => predicate;
}

/** A condition that is true, false or unknown. */
export function knownField(predicate: Predicate, known: Predicate): FieldMatch {
  return Object.assign(flagField(predicate), { known });
}

/**
 * A field of other rows that name this row, as metadata names its book.
 * @param row the key that is compared with the found rows
 * @param buildRows a query for those keys with a condition
 */
export function fieldElsewhere(
  row: Expression,
  buildRows: (condition: Predicate) => Expression,
  field: FieldMatch,
): FieldMatch {
  return (test, viewer) => sql`${row} in (${buildRows(field(test, viewer))})`;
}

/** The key of a genre or tag; test values are turned into keys, so that every spelling matches. */
export function keyField(column: Expression): FieldMatch {
  return (test, { kind }) =>
    test.kind === 'text'
      ? matchValue(kind, column, { ...test, value: nameKey(test.value) })
      : matchValue(kind, column, test);
}

/**
 * One of a few states.
 * @param states the condition of each state
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
