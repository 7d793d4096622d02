import type { EntityEvent, SeriesPurgedEvent } from '@lectern/contract';
import type { SeriesMarks } from '#db/repos/rows/viewer-scope.ts';
import { bookEvent, type BookPlace, seriesEvent, type SeriesPlace } from './entity-events.ts';

/**
 * A book or series moved between libraries: users who see only one of the libraries receive a creation or a deletion.
 */
export interface LibraryMove {
  readonly type: 'moved';
  /** For users who see both libraries. */
  readonly updated: EntityEvent;
  /** For users who see only the new library; undefined when another event covers them. */
  readonly created: EntityEvent | undefined;
  /** For users who see only the old library. */
  readonly deleted: EntityEvent;
}

/**
 * The sharing tags or the age rating of a series changed: users who see it only before or only after receive a creation or a
 * deletion.
 */
export interface SharingChange {
  readonly type: 'shared';
  readonly updated: EntityEvent;
  readonly created: EntityEvent;
  readonly deleted: EntityEvent;
  readonly libraryId: string;
  readonly before: SeriesMarks;
  readonly after: SeriesMarks;
}

/** Events of use cases. */
export type CatalogEvent = EntityEvent | SeriesPurgedEvent | LibraryMove | SharingChange;

/**
 * A book moved to another library.
 * @param from its old place
 * @param to its new place
 * @param fields names of the changed fields
 */
export function bookMove(from: BookPlace, to: BookPlace, fields: readonly string[]): LibraryMove {
  return {
    type: 'moved',
    updated: bookEvent('book_updated', to, fields),
    created: bookEvent('book_created', to),
    deleted: bookEvent('book_deleted', from),
  };
}

/**
 * A series moved to another library, with its books.
 * @param from its old library
 * @param to its new library
 */
export function seriesMove(id: string, from: string, to: string, fields: readonly string[]): LibraryMove {
  return {
    type: 'moved',
    updated: seriesEvent('series_updated', { id, libraryId: to }, fields),
    created: seriesEvent('series_created', { id, libraryId: to }),
    deleted: seriesEvent('series_deleted', { id, libraryId: from }),
  };
}

/**
 * The sharing tags or the age rating of a series changed.
 * @param marks before and after
 * @param fields names of the changed fields
 */
export function sharingChange(
  series: SeriesPlace,
  marks: Pick<SharingChange, 'before' | 'after'>,
  fields: readonly string[],
): SharingChange {
  return {
    type: 'shared',
    updated: seriesEvent('series_updated', series, fields),
    created: seriesEvent('series_created', series),
    deleted: seriesEvent('series_deleted', series),
    libraryId: series.libraryId,
    before: marks.before,
    after: marks.after,
  };
}
