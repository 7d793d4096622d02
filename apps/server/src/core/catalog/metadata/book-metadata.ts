import type { BookLocks, BookMetadataEdit, BookMetadataResponse } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { findBook } from '#db/repos/catalog/books.repo.ts';
import { listStatedSeries } from '#db/repos/catalog/full-books.repo.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { editOne, lockCovers } from './edit-one.ts';
import type { MetadataContext } from './edit-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { getState, notFound } from './find-state.ts';
import { lockPlanner, resetPlanner } from './operations.ts';
import { type EditMode, planBookEdit } from './plan-edits.ts';
import { listBookSources } from './sources.ts';
import { toBookLocks, toBookMetadataResponse } from '#core/rules/metadata/to-book-metadata.ts';

async function respond({ db }: MetadataContext, viewer: Viewer, state: MetadataState): Promise<BookMetadataResponse> {
  const [book, stated] = [await findBook(db.read, viewer, state.id), await listStatedSeries(db.read, [state.id])];
  if (book === undefined) throw notFound('book', state.id);
  return toBookMetadataResponse(state, { pageCount: book.pageCount, series: stated.get(state.id) ?? null });
}

/** Metadata and locks of a book, on request with the source of each value. Throws `NotFound`. */
export async function getBookMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  bookId: string,
  withSources = false,
): Promise<BookMetadataResponse> {
  const state = await getState(ctx.db.read, viewer, 'book', bookId);
  const metadata = await respond(ctx, viewer, state);
  return withSources ? { ...metadata, sources: await listBookSources(ctx.db.read, state) } : metadata;
}

/** Changes and locks the metadata of a book. Throws `NotFound`. */
export async function editBookMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  bookId: string,
  { body, mode }: { readonly body: BookMetadataEdit; readonly mode: EditMode },
): Promise<BookMetadataResponse> {
  const plan = planBookEdit(body, mode);
  return respond(ctx, viewer, await editOne(ctx, viewer, { kind: 'book', id: bookId, plan }));
}

/** Resets a book to the metadata of its files. Throws `NotFound`. */
export async function resetBookMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  bookId: string,
): Promise<BookMetadataResponse> {
  const plan = resetPlanner('book');
  return respond(ctx, viewer, await editOne(ctx, viewer, { kind: 'book', id: bookId, plan, action: 'reset' }));
}

/** Changes title and number of a book. Throws `NotFound`. */
export async function renameBook(ctx: MetadataContext, viewer: Viewer, bookId: string, body: BookMetadataEdit) {
  await editOne(ctx, viewer, { kind: 'book', id: bookId, plan: planBookEdit(body, 'update') });
  const book = await findBook(ctx.db.read, viewer, bookId);
  if (book === undefined) throw notFound('book', bookId);
  const { id, title, number, updatedAt } = book;
  return { id, title, number, updatedAt };
}

/** The locks of a book. Throws `NotFound`. */
export async function getBookLocks({ db }: MetadataContext, viewer: Viewer, bookId: string): Promise<BookLocks> {
  return toBookLocks((await getState(db.read, viewer, 'book', bookId)).locks);
}

/** Sets and clears the given locks of a book. Throws `NotFound`. */
export async function lockBook(
  ctx: MetadataContext,
  viewer: Viewer,
  bookId: string,
  wanted: { readonly [Name in keyof BookLocks]?: boolean | undefined },
): Promise<BookLocks> {
  const { [COVER_LOCK.book]: cover, ...locks } = wanted;
  await editOne(ctx, viewer, { kind: 'book', id: bookId, plan: lockPlanner('book', locks) });
  if (cover !== undefined) await lockCovers(ctx, viewer, { kind: 'book', ids: [bookId] }, cover);
  return getBookLocks(ctx, viewer, bookId);
}
