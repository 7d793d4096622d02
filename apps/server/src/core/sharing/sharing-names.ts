import type { ReadDb } from '#db/open.ts';
import { listSharingTagsOf } from '#db/repos/users/sharing-tags.repo.ts';

/** Names of the sharing tags of series; without any a series is left out. */
export async function sharingNamesOf(
  db: ReadDb,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const { seriesId, name } of await listSharingTagsOf(db, seriesIds)) {
    names.set(seriesId, [...(names.get(seriesId) ?? []), name]);
  }
  return names;
}
