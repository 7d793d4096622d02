import { sql } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { AccessMode } from './sharing-grants.repo.ts';
import type { SharingTagRow } from './sharing-tags.repo.ts';

/**
 * What can be done to a sharing tag: to itself, where `restore` undoes `remove` and `change` is another name or description, or
 * to what it means to one user.
 */
export type SharingDeed = 'create' | 'remove' | 'restore' | 'change' | 'grant';

/** A grant that went with its tag. */
export interface KeptGrant {
  readonly id: string;
  readonly userId: string;
  readonly accessMode: AccessMode;
  readonly createdAt: number;
}

/**
 * What a change did to a sharing tag, as it was before, with what it takes to undo it; which series bore it is kept beside it.
 */
export interface SharingTagChange {
  readonly changeId: string;
  readonly deed: SharingDeed;
  readonly tag: SharingTagRow;
  /** Those that the change took or replaced. */
  readonly grants: readonly KeptGrant[];
}

const TERM_KIND = 'sharingTag';

const Deed = z.enum(['create', 'remove', 'restore', 'change', 'grant']);
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
      found.set(changeId, { changeId, deed: Deed.parse(deed), ...Snapshot.parse(JSON.parse(snapshot)) });
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

/** Remembers which series bear a tag, before it goes. */
export async function keepBearers(tx: Tx, changeId: string, tagId: string): Promise<void> {
  await sql`insert into "metadataTermLink" ("changeId", "ownerKind", "ownerId", "position", "hadOther")
    select cast(${changeId} as text), 'series', "seriesId", 0, 0 from "seriesSharingTag" where "tagId" = ${tagId}`.execute(
    tx.write,
  );
}

/**
 * Has series bear a tag again that they bore before a change: those that are there still, and that nobody gave other tags since.
 * @returns where they are
 */
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

/**
 * Gives users back what a tag meant to them, unless it means something to them by now.
 * @returns ids of those that are there still
 */
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
