import type { HeldBackBook } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countVisibleHeldBack, listHeldBackBooks } from '#db/repos/scanning/removals.repo.ts';

interface RemovalsWanted extends PageWanted {
  readonly libraryId: string;
}

/**
 * The books of a library that would go if somebody confirmed it, by series and in reading order.
 * @throws {AppError} `NotFound`
 */
export async function listRemovals(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { libraryId, page, pageSize }: RemovalsWanted,
): Promise<Listed<HeldBackBook>> {
  await getLibrary(ctx, viewer, libraryId);
  const [rows, total] = await Promise.all([
    listHeldBackBooks(ctx.db.read, viewer, libraryId, { limit: pageSize, offset: (page - 1) * pageSize }),
    countVisibleHeldBack(ctx.db.read, viewer, libraryId),
  ]);
  return {
    rows: rows.map(({ missingSince, ...book }) => ({ ...book, missingSince: new Date(missingSince).toISOString() })),
    total,
  };
}
