import type { Database } from '#db/open.ts';
import { listSeriesOfBooks, listSeriesTagIds } from '#db/repos/people/sharing-tags.repo.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { TagsOf } from './can-receive-event.ts';

/** Looks up the sharing tags of the series that events are about. Soft-deleted series keep theirs. */
export async function lookUpTags(
  { db }: { readonly db: Pick<Database, 'read'> },
  audiences: readonly Audience[],
): Promise<TagsOf> {
  const ofCatalog = audiences.filter((audience) => audience.kind === 'libraries');
  const bookIds = new Set(ofCatalog.flatMap(({ bookId }) => bookId ?? []));
  const series = await listSeriesOfBooks(db.read, [...bookIds]);
  const findSeriesId = ({ seriesId, bookId }: LibraryAudience): string | undefined =>
    seriesId ?? series.get(bookId ?? '');
  const tags = await listSeriesTagIds(db.read, [
    ...new Set(ofCatalog.flatMap((audience) => findSeriesId(audience) ?? [])),
  ]);
  return (audience) => {
    const seriesId = findSeriesId(audience);
    return seriesId === undefined ? undefined : (tags.get(seriesId) ?? []);
  };
}
