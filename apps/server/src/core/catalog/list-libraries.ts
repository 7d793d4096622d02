import type { Library } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { countLibraries, listLibraries as listRows } from '#db/repos/catalog/libraries.repo.ts';
import type { Viewer } from '../viewer.ts';
import type { Listed, PageWanted } from './list-books.ts';

/** Libraries by name. */
export async function listLibraries(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Library>> {
  const [rows, total] = await Promise.all([
    listRows(ctx.db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countLibraries(ctx.db.read, viewer),
  ]);
  return { rows, total };
}
