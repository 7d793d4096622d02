import type { Book } from '@lectern/contract';
import { buildAddress } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { findMember } from '#lib/find-member.ts';
import { nameCaches, OWNER_ADDRESS } from '#lib/offline/kept-addresses.ts';
import { openOfflineDb } from './offline-db.ts';

/** A kept book with what a search compares. */
export interface KeptEntry {
  readonly book: Book;
  /** Names of authors, artists and others. */
  readonly people: readonly string[];
}

const NAMES = nameCaches(BASE_PATH);

/** Books that this device keeps whole, with the progress of this device. None while kept books are locked. */
export async function readKeptCatalog(userId: string): Promise<readonly KeptEntry[]> {
  const owner = await (await caches.match(OWNER_ADDRESS, { cacheName: NAMES.owner }))?.text();
  if (owner !== userId) return [];
  const db = await openOfflineDb();
  const books = await db.getAllFromIndex('books', 'byUser', userId);
  const cache = await caches.open(NAMES.keptBy(userId));
  const kept = books.filter(({ state }) => state === 'kept');
  const entries = await Promise.all(
    kept.map(async ({ bookId }) => readEntry(await cache.match(buildAddress('getBook', { id: bookId })))),
  );
  return entries.filter((entry) => entry !== undefined);
}

async function readEntry(answer: Response | undefined): Promise<KeptEntry | undefined> {
  const detail: unknown = await answer?.json();
  const book = findMember(detail, 'book');
  if (findMember(book, 'id') === undefined) return undefined;
  const authors = findMember(findMember(detail, 'metadata'), 'authors');
  const names = (Array.isArray(authors) ? authors : []).map((author: unknown) => findMember(author, 'name'));
  return { book: book as Book, people: names.filter((name) => typeof name === 'string') };
}
