import type { Genre } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { listTermsOf } from '#db/repos/rows/find-terms.repo.ts';
import type { TermKind } from '#db/repos/rows/term-tables.ts';

const NAMES = { book: 'Book', series: 'Series' } as const;

/** What is said of a book or series that is not there, or hidden. */
export function notFound(kind: MetadataState['kind'], id: string): AppError {
  return new AppError('NotFound', `${NAMES[kind]} ${id} not found`);
}

/**
 * What is known of one book or series.
 * @throws {AppError} `NotFound`
 */
export async function getState(
  db: ReadDb,
  viewer: Viewer,
  kind: MetadataState['kind'],
  id: string,
): Promise<MetadataState> {
  const [state] = await listMetadataStates(db, viewer, kind, [id]);
  if (state === undefined) throw notFound(kind, id);
  return state;
}

/** Genres or tags of books or series, by owner; counts are told by the lists of all genres and tags only. */
export async function termsByOwner(
  db: ReadDb,
  of: TermKind,
  kind: MetadataState['kind'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Genre[]>> {
  const found = new Map<string, Genre[]>(ids.map((id) => [id, []]));
  for (const { ownerId, id, name, createdAt } of await listTermsOf(db, of, kind, ids)) {
    found.get(ownerId)?.push({ id, name, createdAt: new Date(createdAt).toISOString(), seriesCount: null });
  }
  return found;
}
