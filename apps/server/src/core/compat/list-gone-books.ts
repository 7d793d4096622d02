import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countGoneBooks, type GoneBook, listGoneBooks as pickGoneBooks } from '#db/repos/catalog/gone-books.repo.ts';

/** Books whose files are gone and that were not cleared away yet, the latest first. */
export async function listGoneBooks(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<GoneBook>> {
  const [rows, total] = await Promise.all([
    pickGoneBooks(db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countGoneBooks(db.read, viewer),
  ]);
  return { rows, total };
}
