import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './dialect.ts';

/**
 * The elements of a JSON list, as a table to select from; at most one in a query.
 * @param column never null
 */
export function eachItem(kind: DatabaseKind, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return kind === 'sqlite'
    ? sql`json_each(${column}) as "item"`
    : sql`jsonb_array_elements((${column})::jsonb) as "item"("value")`;
}

/**
 * A field of each object of `eachItem`; null where it is missing.
 * @param name letters only
 */
export function itemField(kind: DatabaseKind, name: string): RawBuilder<unknown> {
  return kind === 'sqlite'
    ? sql`json_extract("item"."value", ${sql.lit(`$.${name}`)})`
    : sql`("item"."value" ->> ${sql.lit(name)})`;
}

/** The texts of a group as a JSON list; null on PostgreSQL when there are none. */
export function listOfTexts(kind: DatabaseKind, column: RawBuilder<string>): RawBuilder<string | null> {
  return kind === 'sqlite' ? sql`json_group_array(${column})` : sql`json_agg(${column})::text`;
}

/** A query for the texts of a JSON list, which is one parameter for any number of them. */
export function eachText(kind: DatabaseKind, json: string): RawBuilder<unknown> {
  return kind === 'sqlite'
    ? sql`select "value" from json_each(${json})`
    : sql`select jsonb_array_elements_text(${json}::jsonb)`;
}
