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

/** The structure of a book, used to convert places. */
export interface Shape {
  readonly layout: 'pages' | 'reflowable';
  /** Pages, or positions of text; at least one. */
  readonly pageCount: number;
  /** Spine of an EPUB; undefined for books that KOReader reads page by page. */
  readonly chapters: readonly Chapter[] | undefined;
}

/** Clamps a number. */
export function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Number of positions before a chapter. */
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

/** Whether a full or partial URL points to a resource. */
export function pointsTo(href: string, path: string): boolean {
  const bare = decoded(href.split(/[?#]/, 1)[0] ?? '');
  return bare === path || bare.endsWith(`/${path}`);
}

/** What finding the book of a document takes. */
export interface KoreaderContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly readings: ReadingCache;
}

/** A book and its structure. */
export interface FoundDocument {
  readonly bookId: string;
  readonly shape: Shape;
}

/** Copies of one file are the same book. Different files with one name, such as `01.cbz`, are ambiguous. */
function choose(books: readonly DocumentBook[], document: string): DocumentBook | undefined {
  const byContent = books.find(({ koreaderHash }) => koreaderHash === document);
  if (byContent !== undefined) return byContent;
  const [first] = books;
  return books.every(({ koreaderHash }) => koreaderHash === first?.koreaderHash) ? first : undefined;
}

/** Title and authors as the device knows them. */
export interface ToldDocument {
  readonly title: string;
  readonly authors: readonly string[];
}

const Authors = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.object({ name: z.string() })))
  .catch([]);

/** Ignores the order of words: some apps write the family name first. */
function personKey(name: string): string {
  return nameKey(name)
    .split(/[\s,.]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}

/** The book with this title by one of these authors. Undefined when it is ambiguous, or without authors. */
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
      // Some programs write the sort title into files: "Hobbit, The".
      [book.title, book.titleSort ?? ''].some((name) => nameKey(name) === key) &&
      Authors.parse(book.authors ?? '[]').some(({ name }) => wanted.has(personKey(name))),
  );
  const [first] = found;
  const isOne = found.every(({ koreaderHash }) => koreaderHash === first?.koreaderHash && koreaderHash !== null);
  return found.length === 1 || isOne ? first : undefined;
}

async function readShape({ db, readings }: KoreaderContext, book: DocumentBook): Promise<Shape> {
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

/** The structure of a book; undefined when the viewer may not open it. */
export async function findShape(
  ctx: KoreaderContext,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<Shape | undefined> {
  const book = await findDocumentBook(ctx.db.read, viewerScope, bookId);
  return book === undefined ? undefined : await readShape(ctx, book);
}

/**
 * The book of a KOReader document: by content digest, else file name digest, else its last known book, else title and
 * author. Undefined when the viewer sees none, or when it is ambiguous.
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
  // When several books share the file name, the title does not decide either.
  const isOpen = known === undefined && books.length === 0 && names.told !== undefined;
  const book = isOpen ? await findTitled(ctx, viewerScope, names.told) : known;
  return book === undefined ? undefined : { bookId: book.id, shape: await readShape(ctx, book) };
}
