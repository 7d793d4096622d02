import type { Database } from '#db/open.ts';
import { listSeriesMarks, listSeriesOfBooks } from '#db/repos/people/sharing-tags.repo.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { FindMarks } from './can-receive-event.ts';

/** Looks up sharing tags and age ratings of the series that events are about. Soft-deleted series keep theirs. */
export async function lookUpMarks(
  { db }: { readonly db: Pick<Database, 'read'> },
  audiences: readonly Audience[],
): Promise<FindMarks> {
  const ofCatalog = audiences.filter((audience) => audience.kind === 'libraries');
  const bookIds = new Set(ofCatalog.flatMap(({ bookId }) => bookId ?? []));
  const series = await listSeriesOfBooks(db.read, [...bookIds]);
  const findSeriesId = ({ seriesId, bookId }: LibraryAudience): string | undefined =>
    seriesId ?? series.get(bookId ?? '');
  const marks = await listSeriesMarks(db.read, [
    ...new Set(ofCatalog.flatMap((audience) => findSeriesId(audience) ?? [])),
  ]);
  return (audience) => marks.get(findSeriesId(audience) ?? '');
}
