import { AppError } from '#core/errors.ts';
import type { ReadDb } from '#db/open.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '#db/repos/rows/visibility.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';

type Kind = 'Book' | 'Series' | 'Library';

async function isVisible(db: ReadDb, viewer: ViewerScope, kind: Kind, id: string): Promise<boolean> {
  const query = {
    Book: () => visibleBooks(db, viewer).select('book.id').where('book.id', '=', id),
    Series: () => visibleSeries(db, viewer).select('series.id').where('series.id', '=', id),
    Library: () => visibleLibraries(db, viewer).select('library.id').where('library.id', '=', id),
  }[kind]();
  return (await query.executeTakeFirst()) !== undefined;
}

/** Refuses a row that the viewer may not see. @throws {AppError} `NotFound` */
export async function requireVisible(db: ReadDb, viewer: ViewerScope, kind: Kind, id: string): Promise<void> {
  if (!(await isVisible(db, viewer, kind, id))) throw new AppError('NotFound', `${kind} ${id} not found`);
}

/** The library of a series whose books may all be soft-deleted. @throws {AppError} `NotFound` */
export async function getLibraryOfSeries(db: ReadDb, viewer: ViewerScope, seriesId: string): Promise<string> {
  const series = await visibleSeries(db, viewer, { includeDeleted: true })
    .select('series.libraryId')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series.libraryId;
}
