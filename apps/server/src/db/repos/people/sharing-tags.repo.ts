import type { Selectable } from 'kysely';
import { chunked, nonEmptyIds } from '../../sql/dialect.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { SharingTagTable } from '../../schema/index.ts';
import { noteSharingChange } from './sharing-grants.repo.ts';
import { countRows, groupColumn, readChunked, writeChunked } from '../rows/read-rows.ts';
import { type SeriesMarks, UNKNOWN_AGE, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';

export type SharingTagRow = Selectable<SharingTagTable>;

/** Which part of the sharing tags a list shows. */
interface SharingTagPage {
  /** Part of the name, case and accents apart. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

function named(db: ReadDb, search: string | undefined) {
  const part = nameKey(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`);
  return db.selectFrom('sharingTag').$if(part !== '', (query) => query.where('nameKey', 'like', `%${part}%`));
}

/** A page of sharing tags by name, and how many there are. */
export async function listSharingTagRows(db: ReadDb, { search, limit, offset }: SharingTagPage) {
  const rows = await named(db, search).selectAll().orderBy('nameKey').limit(limit).offset(offset).execute();
  const total = await countRows(named(db, search));
  return { rows, total };
}

/** One sharing tag. */
export async function findSharingTag(db: ReadDb, id: string): Promise<SharingTagRow | undefined> {
  return db.selectFrom('sharingTag').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Sharing tags by their ids, by name; those that are gone are left out. */
export async function findSharingTags(db: ReadDb, ids: readonly string[]): Promise<SharingTagRow[]> {
  return db.selectFrom('sharingTag').selectAll().where('id', 'in', nonEmptyIds(ids)).orderBy('nameKey').execute();
}

/** Sharing tags by name; unknown names are left out. */
export async function findSharingTagsNamed(db: ReadDb, names: readonly string[]): Promise<SharingTagRow[]> {
  const keys = [...new Set(names.map((name) => nameKey(name)))];
  const found: SharingTagRow[] = [];
  for (const some of chunked(keys)) {
    found.push(...(await db.selectFrom('sharingTag').selectAll().where('nameKey', 'in', some).execute()));
  }
  // As both databases order keys: by their bytes.
  return found.toSorted((one, other) => Buffer.compare(Buffer.from(one.nameKey), Buffer.from(other.nameKey)));
}

/** Adds a sharing tag. @returns false when the name is taken */
export async function insertSharingTag(tx: Tx, tag: SharingTagRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.write
    .insertInto('sharingTag')
    .values(tag)
    .onConflict((conflict) => conflict.column('nameKey').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes the columns that are given. */
export async function updateSharingTagRow(tx: Tx, id: string, change: Partial<SharingTagRow>): Promise<void> {
  await tx.write.updateTable('sharingTag').set(change).where('id', '=', id).execute();
}

/** Deletes a sharing tag with its links and grants. */
export async function deleteSharingTagRow(tx: Tx, id: string): Promise<void> {
  await tx.write.deleteFrom('sharingTag').where('id', '=', id).execute();
}

/** How many visible live series have each of these tags. */
export async function countBearers(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const rows = await visibleSeries(db, viewerScope)
    .innerJoin('seriesSharingTag as link', 'link.seriesId', 'series.id')
    .select('link.tagId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link.tagId', 'in', nonEmptyIds(ids))
    .groupBy('link.tagId')
    .execute();
  return new Map(rows.map(({ tagId, count }) => [tagId, count]));
}

/** Series with a tag, soft-deleted ones too. */
export async function listBearers(db: ReadDb, tagId: string) {
  return db
    .selectFrom('seriesSharingTag as link')
    .innerJoin('series', 'series.id', 'link.seriesId')
    .select(['series.id', 'series.libraryId'])
    .where('link.tagId', '=', tagId)
    .orderBy('series.id')
    .execute();
}

interface BorneTag extends Pick<SharingTagRow, 'id' | 'name' | 'description'> {
  readonly seriesId: string;
}

/** The sharing tags of some series, by name. */
export async function listSeriesSharingTags(db: ReadDb, seriesIds: readonly string[]): Promise<BorneTag[]> {
  return readChunked(seriesIds, (ids) =>
    db
      .selectFrom('seriesSharingTag as link')
      .innerJoin('sharingTag as tag', 'tag.id', 'link.tagId')
      .select(['link.seriesId', 'tag.id', 'tag.name', 'tag.description'])
      .where('link.seriesId', 'in', ids)
      .orderBy('tag.nameKey'),
  );
}

/** Ids of the sharing tags of series, also of tags deleted just now; series without tags are left out. */
async function listSeriesTagIds(db: ReadDb, seriesIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await readChunked(seriesIds, (ids) =>
    db.selectFrom('seriesSharingTag').select(['seriesId', 'tagId']).where('seriesId', 'in', ids).orderBy('tagId'),
  );
  return groupColumn(rows, 'seriesId', 'tagId');
}

/** What limits of users look at in series. Of series that are gone, the age is unknown. */
export async function listSeriesMarks(db: ReadDb, seriesIds: readonly string[]): Promise<Map<string, SeriesMarks>> {
  const tags = await listSeriesTagIds(db, seriesIds);
  const rows = await readChunked(seriesIds, (ids) =>
    db.selectFrom('series').select(['id', 'ageRating']).where('id', 'in', ids),
  );
  const ages = new Map(rows.map(({ id, ageRating }) => [id, ageRating]));
  return new Map(
    seriesIds.map((id) => {
      const age = ages.get(id);
      return [id, { tagIds: tags.get(id) ?? [], age: age === undefined ? UNKNOWN_AGE : age }];
    }),
  );
}

/** The series that books belong to; books that are gone are left out. */
export async function listSeriesOfBooks(db: ReadDb, bookIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await readChunked(bookIds, (ids) =>
    db.selectFrom('book').select(['id', 'seriesId']).where('id', 'in', ids),
  );
  return new Map(rows.map(({ id, seriesId }) => [id, seriesId]));
}

/** Replaces the sharing tags of a series by those with these names. */
export async function writeSeriesSharingTags(tx: Tx, seriesId: string, names: readonly string[]): Promise<void> {
  const tags = await findSharingTagsNamed(tx.read, names);
  await tx.write.deleteFrom('seriesSharingTag').where('seriesId', '=', seriesId).execute();
  await writeChunked(tags, (some) =>
    tx.write.insertInto('seriesSharingTag').values(some.map(({ id: tagId }) => ({ seriesId, tagId }))),
  );
  await noteSharingChange(tx);
}

/** Deletes the tags of series that are gone. */
export async function deleteLostLinks(tx: Tx): Promise<void> {
  await tx.write
    .deleteFrom('seriesSharingTag')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('series').select('series.id').whereRef('series.id', '=', 'seriesSharingTag.seriesId'))),
    )
    .execute();
}
