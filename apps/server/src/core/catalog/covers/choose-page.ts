import type { PageRecord } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import { shownSize } from '../pages/list-pages.ts';
import {
  checkUnchanged,
  openReading,
  toAbsolutePath,
  type ReadingContext,
  readSource,
  type SourceContext,
} from '../pages/open-reading.ts';
import { explainFailures } from '../pages/explain-failure.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import { listCovers, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import type { ReadOptions } from '#files/books/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import { PDF_COVER_WIDTH } from './draw-book-cover.ts';
import { putCover } from './add-cover.ts';
import { changeCovers } from './change-covers.ts';
import { type ChangedOwner, getCover } from './cover-owner.ts';
import type { ChangeContext } from '../contexts.ts';

/** What drawing a cover from a page takes. */
export interface PageCoverContext extends ChangeContext, ReadingContext, SourceContext {
  readonly covers: Covers;
}

/** For work that continues after its client disconnects. */
const NEVER = new AbortController().signal;

/** Draws a cover from a page. Throws `FormatError` when the page is not a picture, or damaged. */
export async function drawPageCover(
  ctx: SourceContext & { readonly covers: Covers },
  file: BookFile,
  { source }: PageRecord,
  { background = false, signal = NEVER }: ReadOptions = {},
): Promise<StoredCover> {
  const priority = background ? 'background' : 'viewer';
  if (source.kind !== 'pdf') return ctx.covers.put(await readSource(ctx, file, source, signal), priority);
  await checkUnchanged(ctx, file);
  const size = { width: PDF_COVER_WIDTH };
  return ctx.covers.put(
    await ctx.readers.renderPdf(toAbsolutePath(file), source.index, size, { background, signal }),
    priority,
  );
}

/** Selects a page (from 1) as cover and locks the choice. The picture stays when the file changes. */
export async function choosePage(
  ctx: PageCoverContext,
  viewer: Viewer,
  owner: ChangedOwner,
  page: number,
): Promise<StoredCoverRow> {
  const { file, reading } = await openReading(ctx, viewer, owner.id);
  const record = reading.pages[page - 1];
  if (record === undefined) {
    throw new AppError('NotFound', `Page ${page} of book ${owner.id} not found: it has ${reading.pages.length}`);
  }
  const { key, color } = await explainFailures(ctx, file, `Page ${page}`, async () => drawPageCover(ctx, file, record));
  const picture = { coverKey: key, coverColor: color, ...shownSize(record), mediaType: record.mediaType };
  return changeCovers(ctx, owner, async (tx, at) => {
    const known = (await listCovers(tx.read, owner)).find((row) => row.source === 'page' && row.page === page);
    const id = await putCover(tx, owner, { known, picture, origin: { source: 'page', page } }, at);
    return getCover(tx.read, owner, id);
  });
}
