import { orNone } from '../dialect.ts';
import type { ReadDb } from '../open.ts';

/** Whose eyes a read is for. Every viewer is one. */
export interface Beholder {
  readonly userId: string;
  /** The libraries they may see; undefined for all. */
  readonly libraryIds?: readonly string[] | undefined;
}

/** Soft-deleted books are left out unless asked for. */
export interface Visibility {
  readonly includeDeleted?: boolean;
}

/** The text of a query differs with this and with nothing else about the beholder (for `runPrecompiled`). */
export function visibilityShape({ libraryIds }: Beholder, { includeDeleted = false }: Visibility): string {
  return `${includeDeleted ? 'all' : 'live'}:${libraryIds === undefined ? '' : JSON.stringify(libraryIds)}`;
}

/**
 * When a group came to be and when its members were last others, to those who may see some of them only: hidden ones would
 * tell of themselves by changing it.
 * @param newestAt when the newest member that the beholder may see was added, epoch milliseconds
 */
export function visibleTimes<Group extends { readonly createdAt: number; readonly updatedAt: number }>(
  { libraryIds }: Beholder,
  group: Group,
  newestAt: number,
): Group {
  return libraryIds === undefined ? group : { ...group, createdAt: newestAt, updatedAt: newestAt };
}

/** Where every read of libraries starts: absent and hidden look the same. */
export function visibleLibraries(db: ReadDb, beholder: Beholder) {
  const query = db.selectFrom('library');
  return beholder.libraryIds === undefined ? query : query.where('library.id', 'in', orNone(beholder.libraryIds));
}

/** Where every read of series starts. A series all of whose books are deleted counts as deleted. */
export function visibleSeries(db: ReadDb, beholder: Beholder, { includeDeleted = false }: Visibility = {}) {
  const { libraryIds } = beholder;
  return db
    .selectFrom('series')
    .$if(libraryIds !== undefined, (query) => query.where('series.libraryId', 'in', orNone(libraryIds ?? [])))
    .$if(!includeDeleted, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('book as live')
            .select('live.id')
            .whereRef('live.seriesId', '=', 'series.id')
            .where('live.deletedAt', 'is', null),
        ),
      ),
    );
}

/** Where every read of books starts. */
export function visibleBooks(db: ReadDb, beholder: Beholder, { includeDeleted = false }: Visibility = {}) {
  const { libraryIds } = beholder;
  return db
    .selectFrom('book')
    .$if(libraryIds !== undefined, (query) => query.where('book.libraryId', 'in', orNone(libraryIds ?? [])))
    .$if(!includeDeleted, (query) => query.where('book.deletedAt', 'is', null));
}
