import { listSeriesFiles } from '#db/repos/catalog/downloads.repo.ts';
import { getSeries } from '#core/catalog/get-series.ts';
import { AppError } from '../errors.ts';
import type { FileAnswer } from '../file-answer.ts';
import type { Viewer } from '../viewer.ts';
import { archiveBooks } from './archive-books.ts';
import type { DownloadContext } from './download-book.ts';

/**
 * The files of a series in one archive, in reading order.
 * @throws {AppError} `Forbidden` for who may see series and no books, `NotFound` for the series, and when none of its files can
 *   be read
 */
export async function downloadSeries(ctx: DownloadContext, viewer: Viewer, seriesId: string): Promise<FileAnswer> {
  if (!viewer.permissions.has('BooksRead')) {
    throw new AppError('Forbidden', 'The files of a series are its books: this needs the permission BooksRead too');
  }
  const { title } = await getSeries(ctx, viewer, seriesId);
  const files = await listSeriesFiles(ctx.db.read, viewer, seriesId);
  return archiveBooks(ctx, files, { name: title, fallback: seriesId, words: `series ${seriesId}` });
}
