import type { ListsContext } from '#core/lists/get-list.ts';
import { listBookFiles } from '#db/repos/catalog/downloads.repo.ts';
import type { FileAnswer } from '../file-answer.ts';
import { archiveBooks } from '#core/pages/archive-books.ts';
import type { DownloadContext } from '#core/pages/download-book.ts';
import type { Viewer } from '../viewer.ts';
import { getReadList, pickReadListBooks } from './read-lists.ts';

/**
 * The files of a read list in one archive, as far as the viewer may see them, in the order in which it is read.
 * @throws {AppError} `NotFound` for the list, and when none of its files can be read
 */
export async function downloadReadList(
  ctx: DownloadContext & ListsContext,
  viewer: Viewer,
  id: string,
): Promise<FileAnswer> {
  const { name, bookCount } = await getReadList(ctx, viewer, id);
  const all = { page: 1, pageSize: Math.max(bookCount, 1), direction: 'asc' } as const;
  const { rows: ids } = await pickReadListBooks(ctx, viewer, id, all);
  const files = await listBookFiles(ctx.db.read, viewer, ids);
  return archiveBooks(ctx, files, { name, fallback: id, words: `read list ${id}` });
}
