import type { BookPage } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { getPositions } from '#core/catalog/pages/get-publication.ts';
import type { Viewer } from '#core/viewer.ts';

interface LocatedPage {
  readonly id: string;
  readonly layout: string | null;
  /** From 1. */
  readonly page: number;
}

/** Addresses of a book in a dialect. @param base without a slash at the end */
type BookPlace = NonNullable<Parameters<typeof getPositions>[3]> & { readonly base: string };

/** The link to a page in the words of the book's manifest. */
export async function locatePage(
  ctx: Context,
  viewer: Viewer,
  { id, layout, page }: LocatedPage,
  { base, ...place }: BookPlace,
) {
  if (layout !== 'reflowable') return { href: `${base}/pages/${page}`, type: 'image/jpeg' };
  const { positions } = await getPositions(ctx, viewer, id, place);
  const position = positions[Math.min(page, positions.length) - 1];
  return { href: position?.href ?? `${base}/manifest`, type: position?.type ?? 'text/html' };
}

/** Pictures that all apps show. */
const KNOWN = new Set(['image/jpeg', 'image/png', 'image/gif']);

/**
 * A page in a manifest. A picture of another type comes with a JPEG of it.
 * @param asJpeg the query that asks for a JPEG
 */
export function pageLink(base: string, { pageNumber, mediaType, width, height }: BookPage, asJpeg: string) {
  const href = `${base}/pages/${pageNumber}`;
  return {
    href,
    type: mediaType,
    ...(width === null || height === null ? {} : { width, height }),
    ...(KNOWN.has(mediaType) ? {} : { alternate: [{ href: `${href}?${asJpeg}`, type: 'image/jpeg' }] }),
  };
}
