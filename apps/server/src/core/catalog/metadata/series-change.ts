import type { ReadDb } from '#db/open.ts';
import { listSeriesMarks } from '#db/repos/people/sharing-tags.repo.ts';
import { type SeriesPlace, seriesEvent } from '#events/entity-events.ts';
import { type CatalogEvent, sharingChange } from '#events/visibility-changes.ts';

/** The age rating decides who sees a series. */
export const AGE_FIELD = 'ageRating';

/**
 * The event of a series that its files changed, for after the commit. Call it after the change.
 * @param fields names of the changed fields
 * @param ageBefore the age rating before the change, in years
 * @returns undefined when nothing changed
 */
export async function describeSeriesChange(
  db: ReadDb,
  series: SeriesPlace,
  fields: readonly string[],
  ageBefore: number | null,
): Promise<CatalogEvent | undefined> {
  if (fields.length === 0) return undefined;
  if (!fields.includes(AGE_FIELD)) return seriesEvent('series_updated', series, fields);
  const after = (await listSeriesMarks(db, [series.id])).get(series.id);
  if (after === undefined) return undefined;
  return sharingChange(series, { before: { ...after, age: ageBefore }, after }, fields);
}
