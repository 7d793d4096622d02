import { type PageRecord } from '../reading.ts';
import { type Encryption } from './encryption.ts';
import { type MeasuredPicture } from './measure.ts';
import { isRasterType } from './media-types.ts';
import { type PackageDocument, type PackageItem } from './package-document.ts';
import { type SpineView } from './spine-pictures.ts';

/** A comic page may have a page number, or a word for screen readers hidden by style sheets. */
const CAPTION_LENGTH = 20;

/** Pictures of a book in reading order. */
export interface PictureOrder {
  readonly layout: 'pages' | 'reflowable';
  /** Candidates for each page: the largest picture wins. */
  readonly pages: readonly (readonly PackageItem[])[];
}

/**
 * Decides whether the book is read by pictures, and lists them. A fixed layout with pictures in at least half of its
 * pages has one page per spine item. A book of pictures without text has one page per picture. Any other book is text;
 * its pictures come in reading order, cover first, unreferenced ones last.
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

/** One document in ten may have text: a colophon does not make a comic a novel. */
function isWithoutText(views: readonly SpineView[]): boolean {
  const written = views.filter(({ isNavigation, textLength }) => !isNavigation && textLength > CAPTION_LENGTH);
  const drawn = views.filter(({ pictures, textLength }) => pictures.length > 0 && textLength <= CAPTION_LENGTH);
  return drawn.length > 0 && written.length * 10 <= drawn.length;
}

/** Page records with measured sizes. */
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
