import type { BookMetadata, PositionList, WebPublication } from '@lectern/contract';
import { type EmbeddedMetadata, type EpubStructure, listPositions, toWebPublication } from '@lectern/formats';
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

/** Fields that the manifest takes as they are. */
const FIELDS = [
  'subtitle',
  'languageIso',
  'publisher',
  'imprint',
  'summary',
  'subjects',
  'series',
  'seriesPosition',
  'year',
  'month',
  'day',
] as const satisfies readonly (keyof BookMetadata & keyof EmbeddedMetadata)[];

/** Library metadata, with user edits, for the manifest. */
function describe(metadata: BookMetadata | undefined): EmbeddedMetadata {
  if (metadata === undefined) return { sources: [] };
  const { authors, isbns } = metadata;
  return {
    ...Object.fromEntries(FIELDS.flatMap((name) => (metadata[name] === null ? [] : [[name, metadata[name]]]))),
    ...(isbns === null ? {} : { isbns: isbns.split(/[^0-9Xx-]+/).filter((isbn) => isbn !== '') }),
    contributors: authors.map(({ name, role, sortName }) => ({
      name,
      role,
      ...(sortName === null ? {} : { sortName }),
    })),
    sources: [],
  };
}

/** URLs in a manifest. */
export interface ManifestPlace {
  /** Prefix before `/api/v1`, for readers that need absolute URLs. */
  readonly site: string;
  /** URL of the manifest; that of the main API by default. */
  readonly self?: string;
  /** Base URL of the files in the book, without a trailing slash; that of the main API by default. */
  readonly resources?: string;
  readonly positions?: string;
}

const HERE: ManifestPlace = { site: '' };

/** Maps a path in the archive to its URL. */
export function resourceAddress(bookId: string): (path: string) => string {
  return buildAddresses(bookId).resourceHref;
}

function buildAddresses(bookId: string, { site, self, resources, positions }: ManifestPlace = HERE) {
  const base = `${site}/api/v1/books/${bookId}`;
  return {
    self: self ?? `${base}/manifest`,
    positions: positions ?? `${base}/positions`,
    resourceHref: (path: string): string =>
      `${resources ?? `${base}/resources`}/${path.split('/').map(encodeURIComponent).join('/')}`,
  };
}

/** The Readium manifest. Throws `NotFound`, also when it is not an EPUB, or `ServiceUnavailable`. */
export async function getManifest(
  ctx: ReadingContext,
  viewer: Viewer,
  bookId: string,
  place?: ManifestPlace,
): Promise<z.infer<typeof WebPublication>> {
  const { file, structure } = await openPublication(ctx, viewer, bookId);
  const row = await findBookMetadata(ctx.db.read, viewer, bookId);
  const metadata = describe(row === undefined ? undefined : toBookMetadata(row, row));
  const publication = toWebPublication(structure, metadata, { ...buildAddresses(bookId, place), title: file.title });
  return {
    ...publication,
    '@context': publication['@context'],
    metadata: { ...publication.metadata, title: file.title },
    links: publication.links.map((link) => ({ ...link })),
    readingOrder: publication.readingOrder.map((link) => ({ ...link, type: link.type ?? 'application/xhtml+xml' })),
  };
}

/** The Readium positions of an EPUB. Throws as `getManifest`. */
export async function getPositions(
  ctx: ReadingContext,
  viewer: Viewer,
  bookId: string,
  place?: ManifestPlace,
): Promise<z.infer<typeof PositionList>> {
  const { structure } = await openPublication(ctx, viewer, bookId);
  const positions = listPositions(structure, buildAddresses(bookId, place).resourceHref);
  return { total: positions.length, positions: positions.map((position) => ({ ...position })) };
}
