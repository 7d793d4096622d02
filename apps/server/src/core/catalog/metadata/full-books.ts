import type { Book, FullBook } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { type Completions, countCompletions, listStatedSeries } from '#db/repos/catalog/full-books.repo.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { notFound, termsByOwner } from './find-state.ts';
import { toFullMetadata } from '#core/rules/metadata/to-book-metadata.ts';

interface Parts {
  readonly states: ReadonlyMap<string, MetadataState>;
  readonly stated: ReadonlyMap<string, string | null>;
  readonly genres: Awaited<ReturnType<typeof termsByOwner>>;
  readonly tags: Awaited<ReturnType<typeof termsByOwner>>;
  readonly completions: ReadonlyMap<string, Completions>;
}

function toFullBook(book: Book, parts: Parts): FullBook | undefined {
  const state = parts.states.get(book.id);
  if (state === undefined) return undefined;
  const { volume: _volume, chapter: _chapter, summary: _summary, ...rest } = book;
  const completions = parts.completions.get(book.id);
  return {
    ...rest,
    genres: parts.genres.get(book.id) ?? [],
    tags: parts.tags.get(book.id) ?? [],
    lastCompletedAt: completions === undefined ? null : new Date(completions.lastAt).toISOString(),
    readCount: completions?.count ?? 0,
    metadata: toFullMetadata(state, { pageCount: book.pageCount, series: parts.stated.get(book.id) ?? null }),
  };
}

/** Adds metadata, terms and history to visible books, in their order. The number of queries is fixed. */
export async function toFullBooks(db: ReadDb, viewerScope: ViewerScope, books: readonly Book[]): Promise<FullBook[]> {
  const ids = books.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [states, stated, genres, tags, completions] = await Promise.all([
    listMetadataStates(db, viewerScope, 'book', ids),
    listStatedSeries(db, ids),
    termsByOwner(db, 'genre', 'book', ids),
    termsByOwner(db, 'tag', 'book', ids),
    countCompletions(db, viewerScope.userId, ids),
  ]);
  const parts = { states: new Map(states.map((state) => [state.id, state])), stated, genres, tags, completions };
  return books.map((book) => toFullBook(book, parts)).filter((book) => book !== undefined);
}

/** The same for one book. Throws `NotFound`. */
export async function getFullBook(db: ReadDb, viewer: Viewer, bookId: string): Promise<FullBook> {
  const [book] = await toFullBooks(db, viewer, await findBooksById(db, viewer, [bookId]));
  if (book === undefined) throw notFound('book', bookId);
  return book;
}
