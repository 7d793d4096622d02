import type { SeriesOutline } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { planOutline } from '#core/rules/series/plan-outline.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findSeriesTotals, listOutlineBooks } from '#db/repos/catalog/series-outline.repo.ts';

/** Volumes and gaps of a series. @throws {AppError} `NotFound` */
export async function getSeriesOutline(
  { db }: { readonly db: Database },
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesOutline> {
  const totals = await findSeriesTotals(db.read, viewer, seriesId);
  if (totals === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  const books = await listOutlineBooks(db.read, viewer, seriesId);
  return planOutline(
    books.map(({ completed, ...book }) => ({ ...book, isRead: completed === 1 })),
    totals,
  );
}
