import type { PageRecord } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import {
  checkUnchanged,
  explainFailures,
  openReading,
  pathOf,
  type ReadingContext,
  readSource,
  type SourceContext,
} from '../pages/open-reading.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import { listCovers, type StoredCoverRow, writeCoverPicture } from '#db/repos/covers/stored-covers.repo.ts';
import type { ReadOptions } from '#files/books/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import { PDF_COVER_WIDTH } from './draw-book-cover.ts';
import {
  addCover,
  changeCovers,
  type ChangedOwner,
  type CoverChangeContext,
  getCover,
  selectCover,
} from './change-covers.ts';

/** What making a cover of a page takes. */
export interface PageCoverContext extends CoverChangeContext, ReadingContext, SourceContext {
  readonly covers: Covers;
}

/** For work that continues after its client disconnects. */
const NEVER = new AbortController().signal;

/** From this EXIF orientation on, width and height change places. */
const FIRST_SIDEWAYS = 5;

function uprightSize({ width, height, orientation = 1 }: PageRecord) {
  return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
}

/**
 * Draws the cover that a page makes.
 * @throws {FormatError} the page is no picture, or damaged
 */
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
    await ctx.readers.renderPdf(pathOf(file), source.index, size, { background, signal }),
    priority,
  );
}

/**
 * Chooses a page of a book as its cover and locks the choice. The picture stays when the file changes later.
 * @param page counts from 1
 * @throws {AppError} `NotFound` when there is no such page or it cannot be read, `Conflict` when there are too many covers,
 *   `ServiceUnavailable` while the book is being analysed
 */
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
  const content = { coverKey: key, coverColor: color, ...uprightSize(record), mediaType: record.mediaType };
  return changeCovers(ctx, owner, async (tx, at) => {
    const known = (await listCovers(tx.read, owner)).find((row) => row.source === 'page' && row.page === page);
    if (known === undefined) {
      const id = await addCover(tx, owner, { ...content, source: 'page', page }, at);
      return getCover(tx.read, owner, id);
    }
    await writeCoverPicture(tx, known.id, content, at);
    await selectCover(tx, owner, known.id, at);
    return getCover(tx.read, owner, known.id);
  });
}
