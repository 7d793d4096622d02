import { type PageRecord } from '../reading.ts';
import { type Encryption } from './encryption.ts';
import { type MeasuredPicture } from './measure.ts';
import { isRasterType } from './media-types.ts';
import { type PackageDocument, type PackageItem } from './package-document.ts';
import { type SpineView } from './spine-pictures.ts';

/** A page of a comic may carry its number, or a word for screen readers that style sheets hide. */
const CAPTION_LENGTH = 20;

/** The pictures of a book in the order a reader turns them. */
export interface PictureOrder {
  readonly layout: 'pages' | 'reflowable';
  /** Pictures that compete for each page: one page shows the largest of its own list. */
  readonly pages: readonly (readonly PackageItem[])[];
}

/**
 * Decides whether the book is read by pictures and which they are. A fixed layout of which at least half shows pictures has
 * one page a spine item; a book of pictures without text has one page a picture; every other book is text and its pictures
 * come in reading order, the cover first, then those no document shows.
 */
export function orderPictures(
  book: PackageDocument,
  views: readonly SpineView[],
  { isFixed, cover }: { readonly isFixed: boolean; readonly cover: PackageItem | undefined },
): PictureOrder {
  const shown = views.filter(({ pictures }) => pictures.length > 0);
  if (isFixed && shown.length > 0 && shown.length * 2 >= views.length) {
    return { layout: 'pages', pages: shown.map(({ pictures }) => pictures) };
  }
  const inOrder = shown.flatMap(({ pictures }) => pictures);
  if (isWithoutText(views)) return { layout: 'pages', pages: inOrder.map((picture) => [picture]) };
  const others = book.items.filter(({ mediaType }) => isRasterType(mediaType));
  const all = new Set([
    ...(cover === undefined || inOrder.includes(cover) || !isRasterType(cover.mediaType) ? [] : [cover]),
    ...inOrder,
    ...others,
  ]);
  return { layout: 'reflowable', pages: Array.from(all, (picture) => [picture]) };
}

/** Documents with text may be one in ten: a colophon does not make a comic a novel. */
function isWithoutText(views: readonly SpineView[]): boolean {
  const written = views.filter(({ isNavigation, textLength }) => !isNavigation && textLength > CAPTION_LENGTH);
  const drawn = views.filter(({ pictures, textLength }) => pictures.length > 0 && textLength <= CAPTION_LENGTH);
  return drawn.length > 0 && written.length * 10 <= drawn.length;
}

/** Page records of the pictures, each with its measured size. */
export function toPageRecords(
  order: PictureOrder,
  measured: ReadonlyMap<PackageItem, MeasuredPicture>,
  encryption: Encryption,
): readonly PageRecord[] {
  return order.pages.flatMap((candidates) => {
    const [first, ...others] = candidates;
    if (first === undefined) return [];
    const area = (item: PackageItem): number => {
      const size = measured.get(item);
      return (size?.width ?? 0) * (size?.height ?? 0);
    };
    const item = others.reduce((largest, other) => (area(other) > area(largest) ? other : largest), first);
    const size = measured.get(item);
    return [
      {
        name: item.path,
        mediaType: size?.mediaType ?? 'application/octet-stream',
        width: size?.width ?? null,
        height: size?.height ?? null,
        ...(size?.orientation === undefined ? {} : { orientation: size.orientation }),
        byteLength: item.entry.length,
        source: encryption.isLocked(item) ? { kind: 'unreadable', code: 'entry.encrypted' } : item.entry.source,
      },
    ];
  });
}
