import type { BookPage } from '@lectern/contract';
import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { getManifest } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import {
  DIVINA,
  imagesOf,
  type Link,
  manifestTypeOf,
  publicationMetadata,
  type PublicationTools,
  WEB_PUBLICATION,
} from './render-publication.ts';

/** Pictures that every reader knows; others come with a copy that it does. */
const KNOWN = new Set(['image/jpeg', 'image/png', 'image/gif']);

function pageLink(base: string, { pageNumber, mediaType, width, height }: BookPage): Link {
  const href = `${base}/pages/${pageNumber}`;
  return {
    href,
    type: mediaType,
    ...(width === null || height === null ? {} : { width, height }),
    ...(KNOWN.has(mediaType) ? {} : { alternate: [{ href: `${href}?format=jpeg`, type: 'image/jpeg' }] }),
  };
}

/** A manifest with its media type. */
export interface Manifest {
  readonly contentType: string;
  readonly manifest: unknown;
}

/**
 * The manifest that readers open a book by: of a book of text that of its EPUB, of others a list of its pages (DiViNa).
 * @throws {AppError} `NotFound`, or `ServiceUnavailable` while it is being analysed
 */
export async function readManifest(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  tools: PublicationTools,
): Promise<Manifest> {
  const book = await getCatalogBook(ctx.db.read, viewer, bookId);
  const { addresses } = tools;
  const base = addresses.below(`books/${bookId}`);
  const self = `${base}/manifest`;
  if (manifestTypeOf(book) === WEB_PUBLICATION) {
    const manifest = await getManifest(ctx, viewer, bookId, { site: addresses.site(''), self });
    return { contentType: WEB_PUBLICATION, manifest };
  }
  const pages = await listPages(ctx, viewer, bookId);
  const metadata = {
    ...publicationMetadata(book, tools),
    conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
  };
  const manifest = {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata,
    links: [{ rel: 'self', href: self, type: DIVINA }],
    readingOrder: pages.map((page) => pageLink(base, page)),
    resources: imagesOf(book, addresses),
  };
  return { contentType: DIVINA, manifest };
}
