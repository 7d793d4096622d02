import type { BookMetadata, PositionList, WebPublication } from '@lectern/contract';
import { type EmbeddedMetadata, type EpubStructure, positionsOf, toWebPublication } from '@lectern/formats';
import type { z } from 'zod';
import { toBookMetadata } from '#core/rules/metadata/to-book-metadata.ts';
import { findBookMetadata } from '#db/repos/metadata/metadata-states.repo.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { openReading, type ReadingContext } from './open-reading.ts';

interface Publication {
  readonly file: BookFile;
  readonly structure: EpubStructure;
}

async function openPublication(ctx: ReadingContext, viewer: Viewer, bookId: string): Promise<Publication> {
  const { file, reading } = await openReading(ctx, viewer, bookId);
  if (reading.epub === null) throw new AppError('NotFound', `Book ${bookId} is no EPUB: it is read page by page`);
  return { file, structure: reading.epub };
}

/** Known values only: in the manifest, what is not known is left out. */
function known<Value>(key: keyof EmbeddedMetadata, value: Value | null): Readonly<Record<string, Value>> {
  return value === null ? {} : { [key]: value };
}

/** What the library knows of a book, with what users changed, in the words of the manifest. */
function describe(metadata: BookMetadata | undefined): EmbeddedMetadata {
  if (metadata === undefined) return { sources: [] };
  const { authors, isbns, year, month, day } = metadata;
  return {
    ...known('subtitle', metadata.subtitle),
    ...known('languageIso', metadata.languageIso),
    ...known('publisher', metadata.publisher),
    ...known('imprint', metadata.imprint),
    ...known('summary', metadata.summary),
    ...known('subjects', metadata.subjects),
    ...known('series', metadata.series),
    ...known('seriesPosition', metadata.seriesPosition),
    ...known('year', year),
    ...known('month', month),
    ...known('day', day),
    ...known('isbns', isbns === null ? null : isbns.split(/[^0-9Xx-]+/).filter((isbn) => isbn !== '')),
    contributors: authors.map(({ name, role, sortName }) => ({
      name,
      role,
      ...(sortName === null ? {} : { sortName }),
    })),
    sources: [],
  };
}

/** Where a manifest says that it and its book are. */
export interface ManifestPlace {
  /** What stands before `/api/v1`: readers that resolve no addresses need whole ones. */
  readonly site: string;
  /** Address of the manifest itself; undefined for that of the main API. */
  readonly self?: string;
  /** Where the files inside the book are, without a slash at the end; undefined for those of the main API. */
  readonly resources?: string;
  readonly positions?: string;
}

const HERE: ManifestPlace = { site: '' };

/** Addresses of what is inside a book, by path in the archive. */
export function resourceAddress(bookId: string): (path: string) => string {
  return addressesOf(bookId).resourceHref;
}

/** Where the routes of the contract serve the inside of a book. */
function addressesOf(bookId: string, { site, self, resources, positions }: ManifestPlace = HERE) {
  const base = `${site}/api/v1/books/${bookId}`;
  return {
    self: self ?? `${base}/manifest`,
    positions: positions ?? `${base}/positions`,
    resourceHref: (path: string): string =>
      `${resources ?? `${base}/resources`}/${path.split('/').map(encodeURIComponent).join('/')}`,
  };
}

/**
 * The manifest that reading apps open an EPUB by.
 * @throws {AppError} `NotFound` for the book, or one that is no EPUB; `ServiceUnavailable` while it is being analysed
 */
export async function getManifest(
  ctx: ReadingContext,
  viewer: Viewer,
  bookId: string,
  place?: ManifestPlace,
): Promise<z.infer<typeof WebPublication>> {
  const { file, structure } = await openPublication(ctx, viewer, bookId);
  const row = await findBookMetadata(ctx.db.read, viewer, bookId);
  const metadata = describe(row === undefined ? undefined : toBookMetadata(row, row));
  const publication = toWebPublication(structure, metadata, { ...addressesOf(bookId, place), title: file.title });
  return {
    ...publication,
    '@context': publication['@context'],
    metadata: { ...publication.metadata, title: file.title },
    links: publication.links.map((link) => ({ ...link })),
    readingOrder: publication.readingOrder.map((link) => ({ ...link, type: link.type ?? 'application/xhtml+xml' })),
  };
}

/**
 * The positions of an EPUB through the whole book.
 * @throws {AppError} as `getManifest`
 */
export async function getPositions(
  ctx: ReadingContext,
  viewer: Viewer,
  bookId: string,
  place?: ManifestPlace,
): Promise<z.infer<typeof PositionList>> {
  const { structure } = await openPublication(ctx, viewer, bookId);
  const positions = positionsOf(structure, addressesOf(bookId, place).resourceHref);
  return { total: positions.length, positions: positions.map((position) => ({ ...position })) };
}
