import type { Genre } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { TermKind } from '#db/repos/rows/term-tables.ts';

const NAMES = { book: 'Book', series: 'Series' } as const;

/** The error for an unknown or hidden book or series. */
export function notFound(kind: MetadataState['kind'], id: string): AppError {
  return new AppError('NotFound', `${NAMES[kind]} ${id} not found`);
}

/** The metadata of one book or series. Throws `NotFound`. */
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

/** Genres or tags by owner, without counts of series. */
export async function termsByOwner(
  db: ReadDb,
  of: TermKind,
  kind: MetadataState['kind'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Genre[]>> {
  const found = new Map<string, Genre[]>(ids.map((id) => [id, []]));
  for (const { ownerId, id, name, createdAt } of await listOwnerTerms(db, of, kind, ids)) {
    found.get(ownerId)?.push({ id, name, createdAt: new Date(createdAt).toISOString(), seriesCount: null });
  }
  return found;
}
