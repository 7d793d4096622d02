import type { PageRecord } from '@lectern/formats';
import { hasPictureBeside, readSidecars } from '../pages/read-sidecars.ts';
import type { SourceContext } from '../pages/open-reading.ts';
import type { Database, Tx } from '#db/open.ts';
import { lockBook, writeAnalyzedBook } from '#db/repos/scanning/analysis.repo.ts';
import { findBookFile } from '#db/repos/catalog/books.repo.ts';
import { type CoverTarget, findCoverTarget } from '#db/repos/covers/cover-targets.repo.ts';
import {
  type CoverOwner,
  findCover,
  listCovers,
  type StoredCoverRow,
  writeCoverPicture,
} from '#db/repos/covers/stored-covers.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import { changeCovers } from './change-covers.ts';
import { watchBookCover } from './cover-events.ts';
import { drawPageCover } from './choose-page.ts';
import { drawBookCover } from './draw-book-cover.ts';

/** What redrawing covers takes. */
export interface RedrawContext extends SourceContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly covers: Covers;
}

/** How covers are redrawn. */
export interface RedrawOptions {
  /** Also redraws covers that exist. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/** `left`: the book waits for its analysis, or its file is missing. */
export type RedrawOutcome = 'drawn' | 'kept' | 'left';

/** The scope of the server itself. */
export const EVERYONE = { userId: '' };

async function isNeeded({ covers }: RedrawContext, key: string | null, { force }: RedrawOptions): Promise<boolean> {
  return force || key === null || !(await covers.isComplete(key));
}

function isSameFile(one: CoverTarget, other: CoverTarget): boolean {
  return one.path === other.path && one.fileSize === other.fileSize && one.fileModifiedAt === other.fileModifiedAt;
}

async function writeRedrawn(
  { events }: RedrawContext,
  tx: Tx,
  book: CoverTarget,
  cover: StoredCover | null,
): Promise<RedrawOutcome> {
  const at = Date.now();
  await lockBook(tx, book.id);
  const now = await findCoverTarget(tx.read, book.id);
  if (now === undefined || !isSameFile(now, book)) return 'left';
  const listEvents = await watchBookCover(tx, now, at);
  const change = { coverKey: cover?.key ?? null, coverColor: cover?.color ?? null };
  await writeAnalyzedBook(tx, book.id, { ...change, updatedAt: at });
  const shows = now.shownKey === now.coverKey;
  const told = shows ? await listEvents() : [];
  tx.afterCommit(() => {
    for (const event of told) events.emit(event);
  });
  return cover === null ? 'kept' : 'drawn';
}

async function redrawPages(
  ctx: RedrawContext,
  owner: CoverOwner,
  pages: { readonly rows: readonly StoredCoverRow[]; readonly records: readonly PageRecord[] },
  { signal }: RedrawOptions,
): Promise<void> {
  const file = await findBookFile(ctx.db.read, EVERYONE, owner.id);
  for (const { id, page } of pages.rows) {
    const record = page === null ? undefined : pages.records[page - 1];
    if (file === undefined || record === undefined) continue;
    const { key, color } = await drawPageCover(ctx, file, record, { background: true, signal });
    await changeCovers(ctx, owner, async (tx, at) => {
      if ((await findCover(tx.read, owner, id)) === undefined) return;
      await writeCoverPicture(tx, id, { coverKey: key, coverColor: color }, at);
    });
  }
}

/** Redraws missing covers from their uploaded originals; returns how many. */
async function restoreUploads(
  ctx: RedrawContext,
  rows: readonly StoredCoverRow[],
  options: RedrawOptions,
): Promise<number> {
  let count = 0;
  for (const { source, coverKey } of rows) {
    if (source !== 'upload' || !(await isNeeded(ctx, coverKey, options))) continue;
    if (await ctx.covers.restore(coverKey, 'background')) count += 1;
  }
  return count;
}

interface FromFile {
  readonly book: CoverTarget;
  readonly owner: CoverOwner;
  readonly pages: readonly StoredCoverRow[];
  /** Whether to redraw the automatic cover. */
  readonly automatic: boolean;
}

async function redrawFromFile(ctx: RedrawContext, wanted: FromFile, options: RedrawOptions): Promise<RedrawOutcome> {
  const { book, owner, pages, automatic } = wanted;
  const path = pathInRoot(book.libraryPath, book.path);
  const file = await findLibraryFileState(book.libraryPath, path);
  if (file?.size !== book.fileSize || file.modifiedAt !== book.fileModifiedAt) return 'left';
  const { signal } = options;
  // The reader thread draws the cover, unless a picture next to the book takes precedence.
  const cover = automatic && !hasPictureBeside(book) ? ctx.covers.order('background') : undefined;
  const { drawn, ...reading } = await ctx.readers.read(path, { background: true, signal, cover });
  await redrawPages(ctx, owner, { rows: pages, records: reading.pages }, options);
  if (!automatic) return 'drawn';
  const { cover: beside } = await readSidecars(ctx.readers, book, { background: true, signal });
  const redrawn = await drawBookCover(ctx, { path, reading, drawn, beside }, { background: true, signal });
  const [failure] = redrawn.failures;
  if (redrawn.cover === null && failure !== undefined) throw failure;
  return ctx.db.transaction(async (tx) => writeRedrawn(ctx, tx, book, redrawn.cover));
}

/** Redraws the covers of one book. Throws `FormatError` for a damaged file, or a system error of the disk. */
export async function redrawBook(ctx: RedrawContext, bookId: string, options: RedrawOptions): Promise<RedrawOutcome> {
  const book = await findCoverTarget(ctx.db.read, bookId);
  if (book?.state !== 'ready') return 'left';
  const owner: CoverOwner = { kind: 'book', id: book.id, libraryId: book.libraryId, seriesId: book.seriesId };
  const rows = await listCovers(ctx.db.read, owner);
  const pages: StoredCoverRow[] = [];
  for (const row of rows) if (row.source === 'page' && (await isNeeded(ctx, row.coverKey, options))) pages.push(row);
  const automatic = await isNeeded(ctx, book.coverKey, options);
  const isFromFile = automatic || pages.length > 0;
  const outcome = isFromFile ? await redrawFromFile(ctx, { book, owner, pages, automatic }, options) : 'kept';
  // Last, so that a damaged upload does not stop the other covers.
  const restored = await restoreUploads(ctx, rows, options);
  return restored > 0 ? 'drawn' : outcome;
}

/** Redraws missing uploaded covers of a series. Covers of its books are redrawn with the books. */
export async function redrawSeries(ctx: RedrawContext, seriesId: string, options: RedrawOptions): Promise<number> {
  return restoreUploads(ctx, await listCovers(ctx.db.read, { kind: 'series', id: seriesId }), options);
}
