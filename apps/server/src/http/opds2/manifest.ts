import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { getManifest } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import { pageLink } from '../feeds/locate-page.ts';
import { DIVINA, MANIFEST_CONTEXT, MANIFEST_PROFILES, WEB_PUBLICATION } from '../feeds/media-types.ts';
import { buildImages, getManifestType, publicationMetadata, type PublicationTools } from './render-publication.ts';

interface Manifest {
  readonly contentType: string;
  readonly manifest: unknown;
}

/**
 * The manifest of a book: that of its EPUB for a book of text, else a list of its pages (DiViNa).
 * @throws {AppError} `NotFound`, or `ServiceUnavailable` before the analysis
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
  if (getManifestType(book) === WEB_PUBLICATION) {
    const manifest = await getManifest(ctx, viewer, bookId, { site: addresses.site(''), self });
    return { contentType: WEB_PUBLICATION, manifest };
  }
  const pages = await listPages(ctx, viewer, bookId);
  const manifest = {
    '@context': MANIFEST_CONTEXT,
    metadata: { ...publicationMetadata(book, tools), conformsTo: `${MANIFEST_PROFILES}/divina` },
    links: [{ rel: 'self', href: self, type: DIVINA }],
    readingOrder: pages.map((page) => pageLink(base, page, 'format=jpeg')),
    resources: buildImages(book, addresses),
  };
  return { contentType: DIVINA, manifest };
}
