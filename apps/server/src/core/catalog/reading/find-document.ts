import { z } from 'zod';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Database } from '#db/open.ts';
import {
  type DocumentBook,
  type DocumentNames,
  findDocumentBook,
  listBooksOfDocument,
  listBooksTitled,
} from '#db/repos/reading/koreader.repo.ts';
import { findBookReading } from '#db/repos/reading/stored-reading.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { EventBus } from '#events/bus.ts';
import type { ReadingCache } from '../pages/reading-cache.ts';

/** A document of an EPUB's spine. */
export interface Chapter {
  /** Path in the archive. */
  readonly path: string;
  readonly mediaType: string;
  /** At least one. */
  readonly positions: number;
}

/** A book as far as places in it can be converted. */
export interface Shape {
  readonly layout: 'pages' | 'reflowable';
  /** Pages, or positions of text; at least one. */
  readonly pageCount: number;
  /** Of an EPUB, in the order of its spine; undefined of what KOReader reads page by page. */
  readonly chapters: readonly Chapter[] | undefined;
}

/** A number within bounds. */
export function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** How many positions there are before a chapter. */
export function positionsBefore(chapters: readonly Chapter[], index: number): number {
  return chapters.slice(0, index).reduce((sum, { positions }) => sum + positions, 0);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch (error) {
    if (error instanceof URIError) return href;
    throw error;
  }
}

/** Whether an address is that of a resource; readers name it whole or in part. */
export function isAddressOf(href: string, path: string): boolean {
  const bare = decoded(href.split(/[?#]/, 1)[0] ?? '');
  return bare === path || bare.endsWith(`/${path}`);
}

/** What finding the book of a document takes. */
export interface KoreaderContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly readings: ReadingCache;
}

/** A book with what places in it are converted by. */
export interface FoundDocument {
  readonly bookId: string;
  readonly shape: Shape;
}

/**
 * Which of several books is meant: copies of one file are all the same, but books that only share a name, such as `01.cbz`, are
 * not, and a user's place in one is none in another.
 */
function choose(books: readonly DocumentBook[], document: string): DocumentBook | undefined {
  const byContent = books.find(({ koreaderHash }) => koreaderHash === document);
  if (byContent !== undefined) return byContent;
  const [first] = books;
  return books.every(({ koreaderHash }) => koreaderHash === first?.koreaderHash) ? first : undefined;
}

/** What a device says that a document is. */
export interface ToldDocument {
  readonly title: string;
  /** As the device knows them. */
  readonly authors: readonly string[];
}

const Authors = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.object({ name: z.string() })))
  .catch([]);

/** Words of a name in one order: some write the family name first. */
function personKey(name: string): string {
  return nameKey(name)
    .split(/[\s,.]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}

/**
 * The book with a title that one of these people wrote; undefined where several are meant, for a user's place in one of them is
 * none in another. A title alone names too many.
 */
async function findTitled(
  { db }: KoreaderContext,
  viewerScope: ViewerScope,
  { title, authors }: ToldDocument,
): Promise<DocumentBook | undefined> {
  const wanted = new Set(authors.map(personKey).filter((key) => key !== ''));
  const key = nameKey(title);
  if (wanted.size === 0 || key === '') return undefined;
  const found = (await listBooksTitled(db.read, viewerScope, { title, sortKey: sortKey(title) })).filter(
    (book) =>
      // Some programs name books, and their files, by what they are sorted by: "Hobbit, The".
      [book.title, book.titleSort ?? ''].some((name) => nameKey(name) === key) &&
      Authors.parse(book.authors ?? '[]').some(({ name }) => wanted.has(personKey(name))),
  );
  const [first] = found;
  const isOne = found.every(({ koreaderHash }) => koreaderHash === first?.koreaderHash && koreaderHash !== null);
  return found.length === 1 || isOne ? first : undefined;
}

async function shapeOf({ db, readings }: KoreaderContext, book: DocumentBook): Promise<Shape> {
  const { id, analyzedAt, fileFormat, pageCount } = book;
  const layout = book.layout === 'reflowable' ? 'reflowable' : 'pages';
  const plain: Shape = { layout, pageCount: Math.max(1, pageCount), chapters: undefined };
  if (fileFormat !== 'epub' || analyzedAt === null) return plain;
  const reading = await readings.get(id, analyzedAt, async () => findBookReading(db.read, id));
  const structure = reading?.epub ?? null;
  if (structure === null) return plain;
  const chapters = structure.readingOrder.map(({ resource, positions }) => ({
    path: structure.resources[resource]?.href ?? '',
    mediaType: structure.resources[resource]?.mediaType ?? 'application/xhtml+xml',
    positions: Math.max(1, positions),
  }));
  return { ...plain, chapters };
}

/** What places in a book are converted by; undefined where the viewer may not open it. */
export async function findShape(
  ctx: KoreaderContext,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<Shape | undefined> {
  const book = await findDocumentBook(ctx.db.read, viewerScope, bookId);
  return book === undefined ? undefined : await shapeOf(ctx, book);
}

/**
 * The book of a document: by the digest of its content, else by that of its name, else the one that it was taken for before its
 * file changed, else by what it is called and who wrote it. Undefined when there is none that the viewer may see, or when several are meant.
 */
export async function findDocument(
  ctx: KoreaderContext,
  viewerScope: ViewerScope,
  names: DocumentNames & { readonly bookId: string | null; readonly told?: ToldDocument | undefined },
): Promise<FoundDocument | undefined> {
  const books = await listBooksOfDocument(ctx.db.read, viewerScope, names);
  const chosen = choose(books, names.document);
  const isKnownBefore = chosen === undefined && names.bookId !== null;
  const known = isKnownBefore ? await findDocumentBook(ctx.db.read, viewerScope, names.bookId) : chosen;
  // Of several books with its name it is one: its title says no more.
  const isOpen = known === undefined && books.length === 0 && names.told !== undefined;
  const book = isOpen ? await findTitled(ctx, viewerScope, names.told) : known;
  return book === undefined ? undefined : { bookId: book.id, shape: await shapeOf(ctx, book) };
}
