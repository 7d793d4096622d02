import { sql } from 'kysely';
import { chunked } from '../../dialect.ts';
import type { Tx } from '../../open.ts';

interface Followed {
  readonly fromId: string;
  readonly toId: string;
}

/** Of series without any book, not even a deleted one: where most of the books went, the last one of equals. */
async function listFollowed(tx: Tx, seriesIds: readonly string[]): Promise<Followed[]> {
  const rows = await tx.read
    .selectFrom('seriesMove as move')
    .where('move.fromId', 'in', seriesIds)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'move.fromId'))),
    )
    .groupBy(['move.fromId', 'move.toId'])
    .select(['move.fromId', 'move.toId'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`max("move"."seq")`, 'desc')
    .execute();
  const targets = new Map<string, Followed>();
  for (const row of rows) if (!targets.has(row.fromId)) targets.set(row.fromId, row);
  return [...targets.values()];
}

/** Where the new series is in a list already, it stays as it is there. */
async function follow(tx: Tx, { fromId, toId }: Followed): Promise<void> {
  const { write } = tx;
  await sql`insert into "collectionSeries" ("collectionId", "seriesId", "position", "addedAt")
    select "collectionId", ${toId}, "position", "addedAt" from "collectionSeries" where "seriesId" = ${fromId}
    on conflict do nothing`.execute(write);
  await write.updateTable('collection').set({ coverSeriesId: toId }).where('coverSeriesId', '=', fromId).execute();
  for (const table of ['wantToRead', 'seriesRating'] as const) {
    await sql`update ${sql.table(table)} set "seriesId" = ${toId} where "seriesId" = ${fromId}
      and "userId" not in (select "userId" from ${sql.table(table)} where "seriesId" = ${toId})`.execute(write);
  }
  await write.deleteFrom('seriesMove').where('fromId', '=', fromId).execute();
}

/** Gives the places of series that have no book left, in lists and in the minds of users, to where their books went. */
export async function followBooks(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  for (const some of chunked(seriesIds))
    for (const followed of await listFollowed(tx, some)) await follow(tx, followed);
}
