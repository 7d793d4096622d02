import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { type Term, type TermKind, type TermOwner, termTables } from '../rows/term-tables.ts';
import type { AccessMode } from '../people/sharing-grants.repo.ts';
import type { SharingTagRow } from '../people/sharing-tags.repo.ts';

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

function getLinkTable(kind: TermKind, owner: TermOwner['kind']): LinkTable {
  const { links, termId, ownerId } = termTables(kind, owner);
  return { links: sql.table(links), termId: sql.ref(termId), ownerId: sql.ref(ownerId) };
}

/** Stores the owners of a genre or tag before it is removed. @param intoId the term it is merged into */
export async function keepLinks(
  tx: Tx,
  { changeId, termKind, termId: id }: Pick<TermChange, 'changeId' | 'termKind' | 'termId'>,
  intoId: string | null,
): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = getLinkTable(termKind, owner);
    const hadOther = sql`case when exists (select 1 from ${links} as "other"
      where "other".${ownerId} = "link".${ownerId} and "other".${termId} = ${intoId ?? ''}) then 1 else 0 end`;
    await sql`insert into "metadataTermLink" ("changeId", "ownerKind", "ownerId", "position", "hadOther")
      select cast(${changeId} as text), cast(${owner} as text), "link".${ownerId}, "link"."position", ${hadOther}
      from ${links} as "link" where "link".${termId} = ${id}`.execute(tx.write);
  }
}

type Kept = Pick<TermChange, 'changeId' | 'termKind'>;

/** Owners that had the term, still exist, and whose terms no user changed since. */
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

/** Restores the owners of a genre or tag. @param intoId only owners that have this term, where given */
export async function restoreLinks(tx: Tx, change: Kept, id: string, intoId: string | null): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = getLinkTable(change.termKind, owner);
    const hasInto = sql`exists (select 1 from ${links} as "now"
      where "now".${ownerId} = "kept"."ownerId" and "now".${termId} = ${intoId ?? ''})`;
    await sql`insert into ${links} (${ownerId}, ${termId}, "position")
      select "kept"."ownerId", cast(${id} as text), "kept"."position" ${keptLinks(change, owner)}
      and ${intoId === null ? sql`1 = 1` : hasInto} on conflict do nothing`.execute(tx.write);
  }
}

/** Removes the merged term from owners that did not have it before and have the restored one. */
export async function takeMerged(tx: Tx, change: Kept, id: string, intoId: string): Promise<void> {
  for (const owner of OWNERS) {
    const { links, termId, ownerId } = getLinkTable(change.termKind, owner);
    await sql`delete from ${links} where ${termId} = ${intoId} and ${ownerId} in (
      select "kept"."ownerId" from "metadataTermLink" as "kept"
      join ${links} as "back" on "back".${ownerId} = "kept"."ownerId" and "back".${termId} = ${id}
      where "kept"."changeId" = ${change.changeId} and "kept"."ownerKind" = ${owner} and "kept"."hadOther" = 0)`.execute(
      tx.write,
    );
  }
}

/** Inserts a removed genre or tag under its id. */
export async function insertTermAgain(tx: Tx, kind: TermKind, term: Term): Promise<void> {
  const { terms } = termTables(kind, 'book');
  await tx.write
    .insertInto(terms)
    .values({ ...term, nameKey: nameKey(term.name) })
    .execute();
}

/** Restores aliases, unless they mean another term now. */
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

/** `restore` undoes `remove`, `change` is of name or description, `grant` of what the tag means to a user. */
export type SharingDeed = 'create' | 'remove' | 'restore' | 'change' | 'grant';

/** A grant that went with its tag. */
export interface KeptGrant {
  readonly id: string;
  readonly userId: string;
  readonly accessMode: AccessMode;
  readonly createdAt: number;
}

/** What a change did to a sharing tag, with the tag as it was before. */
export interface SharingTagChange {
  readonly changeId: string;
  readonly deed: SharingDeed;
  readonly tag: SharingTagRow;
  /** Those that the change took or replaced. */
  readonly grants: readonly KeptGrant[];
}

const TERM_KIND = 'sharingTag';

const SharingDeedShape = z.enum(['create', 'remove', 'restore', 'change', 'grant']);
const Snapshot = z.object({
  tag: z.object({
    ...{ id: z.string(), name: z.string(), nameKey: z.string(), description: z.string().nullable() },
    ...{ createdAt: z.number(), updatedAt: z.number() },
  }),
  grants: z.array(
    z.object({ id: z.string(), userId: z.string(), accessMode: z.enum(['allow', 'deny']), createdAt: z.number() }),
  ),
});

/** What a sharing tag was called when a change was noted. @param snapshot as it is stored */
export function nameInSnapshot(snapshot: string): string {
  return Snapshot.parse(JSON.parse(snapshot)).tag.name;
}

/** Notes what a change did to a sharing tag. */
export async function insertSharingTagChange(tx: Tx, { changeId, deed, tag, grants }: SharingTagChange): Promise<void> {
  await tx.write
    .insertInto('metadataTermChange')
    .values({ changeId, termKind: TERM_KIND, termId: tag.id, deed, snapshot: JSON.stringify({ tag, grants }) })
    .execute();
}

/** What changes did to sharing tags, by change. */
export async function listSharingTagChanges(db: ReadDb, changeIds: readonly string[]) {
  const found = new Map<string, SharingTagChange>();
  for (const ids of chunked(changeIds)) {
    const rows = await db
      .selectFrom('metadataTermChange')
      .select(['changeId', 'deed', 'snapshot'])
      .where('termKind', '=', TERM_KIND)
      .where('changeId', 'in', ids)
      .execute();
    for (const { changeId, deed, snapshot } of rows) {
      found.set(changeId, { changeId, deed: SharingDeedShape.parse(deed), ...Snapshot.parse(JSON.parse(snapshot)) });
    }
  }
  return found;
}

/** The grants of a tag. */
export async function listGrantsOfTag(db: ReadDb, tagId: string): Promise<KeptGrant[]> {
  const rows = await db
    .selectFrom('userSharingTag')
    .select(['id', 'userId', 'accessMode', 'createdAt'])
    .where('tagId', '=', tagId)
    .orderBy('id')
    .execute();
  return rows.map(({ accessMode, ...row }) => ({ ...row, accessMode: accessMode === 'allow' ? 'allow' : 'deny' }));
}

/** Stores which series have a tag, before it is removed. */
export async function keepBearers(tx: Tx, changeId: string, tagId: string): Promise<void> {
  await sql`insert into "metadataTermLink" ("changeId", "ownerKind", "ownerId", "position", "hadOther")
    select cast(${changeId} as text), 'series', "seriesId", 0, 0 from "seriesSharingTag" where "tagId" = ${tagId}`.execute(
    tx.write,
  );
}

/** Restores a tag on series that exist and whose tags no user changed since. @returns the series */
export async function restoreBearers(tx: Tx, changeId: string, tagId: string) {
  const rows = await tx.read
    .selectFrom('metadataTermLink as kept')
    .innerJoin('series', 'series.id', 'kept.ownerId')
    .select(['series.id', 'series.libraryId'])
    .where('kept.changeId', '=', changeId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('metadataChange as later')
            .select('later.id')
            .whereRef('later.seriesId', '=', 'series.id')
            .where('later.field', '=', 'sharingTags')
            .where('later.id', '>', changeId)
            .where('later.undoneBy', 'is', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('seriesSharingTag as now')
            .select('now.tagId')
            .whereRef('now.seriesId', '=', 'series.id')
            .where('now.tagId', '=', tagId),
        ),
      ),
    )
    .orderBy('series.id')
    .execute();
  for (const some of chunked(rows)) {
    const values = some.map(({ id: seriesId }) => ({ seriesId, tagId }));
    await tx.write.insertInto('seriesSharingTag').values(values).execute();
  }
  return rows;
}

/** Restores grants, unless a user has another one. @returns ids of users that still exist */
export async function restoreGrants(tx: Tx, tagId: string, grants: readonly KeptGrant[]): Promise<string[]> {
  const back: string[] = [];
  for (const some of chunked(grants)) {
    const ids = some.map(({ userId }) => userId);
    const users = await tx.read.selectFrom('user').select('id').where('id', 'in', ids).execute();
    const there = new Set(users.map(({ id }) => id));
    const rows = some.filter(({ userId }) => there.has(userId)).map((grant) => ({ ...grant, tagId }));
    if (rows.length === 0) continue;
    await tx.write
      .insertInto('userSharingTag')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    back.push(...rows.map(({ userId }) => userId));
  }
  return back;
}
