import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { TABLES, type ListKind } from './shared-lists.repo.ts';

/** All members of a list in its own order. Ignores visibility. */
export async function listMembers(db: ReadDb, kind: ListKind, id: string): Promise<string[]> {
  const { member, listId, memberId } = TABLES[kind];
  const rows = sql<{ memberId: string; position: number }>`(select ${sql.ref(memberId)} as "memberId", "position"
    from ${sql.table(member)} where ${sql.ref(listId)} = ${id})`;
  const found = await db
    .selectFrom(rows.as('member'))
    .select('member.memberId')
    .orderBy('member.position')
    .orderBy('member.memberId')
    .execute();
  return found.map((row) => row.memberId);
}

/** The position behind the last member of a list. */
export async function findEnd(db: ReadDb, kind: ListKind, id: string): Promise<number> {
  const { member, listId } = TABLES[kind];
  const rows = sql<{
    position: number;
  }>`(select "position" from ${sql.table(member)} where ${sql.ref(listId)} = ${id})`;
  const row = await db
    .selectFrom(rows.as('member'))
    .select((eb) => eb.fn.max('member.position').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Adds members from a position on. */
export async function insertMembers(
  tx: Tx,
  kind: ListKind,
  id: string,
  added: readonly { readonly memberId: string; readonly position: number; readonly addedAt: number }[],
): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  for (const some of chunked(added)) {
    const rows = some.map(({ memberId, position, addedAt }) => sql`(${id}, ${memberId}, ${position}, ${addedAt})`);
    await sql`insert into ${sql.table(member)} (${sql.ref(listId)}, ${sql.ref(column)}, "position", "addedAt")
      values ${sql.join(rows)} on conflict do nothing`.execute(tx.write);
  }
}

/** Removes a member. */
export async function deleteMember(tx: Tx, kind: ListKind, id: string, memberId: string): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  await sql`delete from ${sql.table(member)} where ${sql.ref(listId)} = ${id} and ${sql.ref(column)} = ${memberId}`.execute(
    tx.write,
  );
}

/** Renumbers members from 0. */
export async function writePositions(tx: Tx, kind: ListKind, id: string, members: readonly string[]): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  for (const some of chunked([...members.entries()])) {
    const cases = some.map(([place, memberId]) => sql`when ${memberId} then ${sql.lit(place)}`);
    const moved = some.map(([, memberId]) => memberId);
    await sql`update ${sql.table(member)} set "position" = case ${sql.ref(column)} ${sql.join(cases, sql` `)} end
      where ${sql.ref(listId)} = ${id} and ${sql.ref(column)} in (${sql.join(moved)})`.execute(tx.write);
  }
}
