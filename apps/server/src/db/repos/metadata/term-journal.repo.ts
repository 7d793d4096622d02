import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { type Term, type TermKind, type TermOwner, termTables } from '../rows/terms.repo.ts';

/** What can be done to a genre or tag itself; `restore` undoes `remove`, `split` undoes `merge`. */
export type TermDeed = 'rename' | 'remove' | 'restore' | 'merge' | 'split';

/** What it takes to undo it. */
const TermSnapshot = z.object({
  name: z.string(),
  createdAt: z.number(),
  /** Keys of other names that meant it. */
  aliases: z.array(z.string()).default([]),
  /** The one that it was merged into. */
  intoId: z.string().nullable().default(null),
});

/** What a change did to a genre or tag. */
export interface TermChange {
  readonly changeId: string;
  readonly termKind: TermKind;
  readonly termId: string;
  readonly deed: TermDeed;
  readonly snapshot: z.output<typeof TermSnapshot>;
}

/** Notes what a change did to a genre or tag. */
export async function insertTermChange(tx: Tx, { snapshot, ...change }: TermChange): Promise<void> {
  await tx.write
    .insertInto('metadataTermChange')
    .values({ ...change, snapshot: JSON.stringify(snapshot) })
    .execute();
}

const Deed = z.enum(['rename', 'remove', 'restore', 'merge', 'split']);
const Kind = z.enum(['genre', 'tag']);

/** What changes did to genres and tags, by change. */
export async function listTermChanges(db: ReadDb, changeIds: readonly string[]) {
  const found = new Map<string, TermChange>();
  for (const ids of chunked(changeIds)) {
    const rows = await db.selectFrom('metadataTermChange').selectAll().where('changeId', 'in', ids).execute();
    for (const { changeId, termKind, termId, deed, snapshot } of rows) {
      found.set(changeId, {
        ...{ changeId, termId, termKind: Kind.parse(termKind), deed: Deed.parse(deed) },
        snapshot: TermSnapshot.parse(JSON.parse(snapshot)),
      });
    }
  }
  return found;
}

/** Keys of the other names that mean a genre or tag. */
export async function listAliasKeys(db: ReadDb, kind: TermKind, termId: string): Promise<string[]> {
  const { aliases } = termTables(kind, 'book');
  const rows = await db.selectFrom(aliases).select('nameKey').where('termId', '=', termId).orderBy('nameKey').execute();
  return rows.map((row) => row.nameKey);
}

const OWNERS: readonly TermOwner['kind'][] = ['book', 'series'];

interface LinkTable {
  readonly links: RawBuilder<unknown>;
  readonly termId: RawBuilder<unknown>;
  readonly ownerId: RawBuilder<unknown>;
}

function tableOf(kind: TermKind, owner: TermOwner['kind']): LinkTable {
  const { links, termId, ownerId } = termTables(kind, owner);
  return { links: sql.table(links), termId: sql.ref(termId), ownerId: sql.ref(ownerId) };
}

/**
 * Remembers what has a genre or tag, before it loses it.
 * @param intoId the one that it is merged into
 */
export async function keepLinks(
  tx: Tx,
  { changeId, termKind, termId: id }: Pick<TermChange, 'changeId' | 'termKind' | 'termId'>,
  intoId: string | null,
): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = tableOf(termKind, owner);
    const hadOther = sql`case when exists (select 1 from ${links} as "other"
      where "other".${ownerId} = "link".${ownerId} and "other".${termId} = ${intoId ?? ''}) then 1 else 0 end`;
    await sql`insert into "metadataTermLink" ("changeId", "ownerKind", "ownerId", "position", "hadOther")
      select cast(${changeId} as text), cast(${owner} as text), "link".${ownerId}, "link"."position", ${hadOther}
      from ${links} as "link" where "link".${termId} = ${id}`.execute(tx.write);
  }
}

type Kept = Pick<TermChange, 'changeId' | 'termKind'>;

/** Owners that had the term and may get it back: they still exist, and no user changed their terms since. */
function keptLinks({ changeId, termKind }: Kept, owner: TermOwner['kind']): RawBuilder<unknown> {
  const field = termKind === 'genre' ? 'genres' : 'tags';
  // Unlocked terms of a series are derived from its books.
  const isOwn = owner === 'book' ? sql`1 = 1` : sql`"own"."locks" like ${`%"${field}"%`}`;
  return sql`from "metadataTermLink" as "kept" join ${sql.table(owner)} as "own" on "own"."id" = "kept"."ownerId"
    join "metadataChange" as "done" on "done"."id" = "kept"."changeId"
    where "kept"."changeId" = ${changeId} and "kept"."ownerKind" = ${owner} and ${isOwn}
    and not exists (select 1 from "metadataChange" as "later"
      where "later".${sql.ref(`${owner}Id`)} = "kept"."ownerId" and "later"."field" = ${field}
      and "later"."id" > "done"."id" and "later"."undoneBy" is null)`;
}

/**
 * Gives a genre or tag back to what had it.
 * @param intoId given: only to what has the one that it was merged into
 */
export async function restoreLinks(tx: Tx, change: Kept, id: string, intoId: string | null): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = tableOf(change.termKind, owner);
    const hasInto = sql`exists (select 1 from ${links} as "now"
      where "now".${ownerId} = "kept"."ownerId" and "now".${termId} = ${intoId ?? ''})`;
    await sql`insert into ${links} (${ownerId}, ${termId}, "position")
      select "kept"."ownerId", cast(${id} as text), "kept"."position" ${keptLinks(change, owner)}
      and ${intoId === null ? sql`1 = 1` : hasInto} on conflict do nothing`.execute(tx.write);
  }
}

/** Takes the one that others were merged into from what did not have it before, and has one of those again. */
export async function takeMerged(tx: Tx, change: Kept, id: string, intoId: string): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = tableOf(change.termKind, owner);
    await sql`delete from ${links} where ${termId} = ${intoId} and ${ownerId} in (
      select "kept"."ownerId" from "metadataTermLink" as "kept"
      join ${links} as "back" on "back".${ownerId} = "kept"."ownerId" and "back".${termId} = ${id}
      where "kept"."changeId" = ${change.changeId} and "kept"."ownerKind" = ${owner} and "kept"."hadOther" = 0)`.execute(
      tx.write,
    );
  }
}

/** Makes a genre or tag that was there before, under its id. */
export async function insertTermAgain(tx: Tx, kind: TermKind, term: Term): Promise<void> {
  const { terms } = termTables(kind, 'book');
  await tx.write
    .insertInto(terms)
    .values({ ...term, nameKey: nameKey(term.name) })
    .execute();
}

/** Has names mean a genre or tag: those that mean nothing else by now but what it was merged into. */
export async function restoreAliases(
  tx: Tx,
  kind: TermKind,
  keys: readonly string[],
  { termId, intoId }: { readonly termId: string; readonly intoId: string | null },
): Promise<void> {
  const { aliases } = termTables(kind, 'book');
  for (const nameKeys of chunked(keys)) {
    await tx.write
      .updateTable(aliases)
      .set({ termId })
      .where('nameKey', 'in', nameKeys)
      .where('termId', '=', intoId ?? '')
      .execute();
    await tx.write
      .insertInto(aliases)
      .values(nameKeys.map((key) => ({ nameKey: key, termId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Removes a name from the aliases. */
export async function deleteAlias(tx: Tx, kind: TermKind, key: string): Promise<void> {
  await tx.write.deleteFrom(termTables(kind, 'book').aliases).where('nameKey', '=', key).execute();
}
