import type { PageRecord } from '@lectern/formats';
import type { ImageFormat } from '#images/resize.ts';

/** What a client asks of a page. */
interface Asked {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
  /** Media types the client says it takes; absent when it says nothing. */
  readonly accept?: string | undefined;
}

/** What not every browser shows, so that what a client takes decides what it gets. */
const RARELY_SHOWN = new Set(['image/jxl', 'image/heic', 'image/heif', 'image/tiff']);
/** What stays what it is when it is made smaller. */
const KEPT = new Set(['image/jpeg', 'image/png', 'image/avif', 'image/webp']);
/** A type of picture that is named, not just `image/*`. */
const NAMED_PICTURE = /image\/[a-z]/i;

/** Whether two clients may get this page in two formats without asking for one. */
export function isNegotiated(mediaType: string): boolean {
  return RARELY_SHOWN.has(mediaType);
}

/**
 * Whether a page goes out converted although nobody asked for it: a browser names the pictures it shows, and this is none of
 * them. Whoever takes anything gets the stored bytes.
 */
export function mustConvert(mediaType: string, { format, accept = '' }: Asked): boolean {
  if (format !== undefined || !isNegotiated(mediaType)) return false;
  return NAMED_PICTURE.test(accept) && !accept.toLowerCase().includes(mediaType);
}

/** Whether what a client takes decides the format that a picture gets when it is made smaller and none is asked for. */
export function isMadeByAccept(mediaType: string): boolean {
  return !KEPT.has(mediaType);
}

/** The format a picture keeps when it is only resized; one that is not written here becomes WebP, or JPEG for old browsers. */
export function ownFormat(mediaType: string, accept = ''): ImageFormat {
  switch (mediaType) {
    case 'image/jpeg':
      return 'jpeg';
    case 'image/png':
      return 'png';
    case 'image/avif':
      return 'avif';
    case 'image/webp':
      return 'webp';
    default:
      return NAMED_PICTURE.test(accept) && !/image\/webp/i.test(accept) ? 'jpeg' : 'webp';
  }
}

function fitsIntoBox({ width, height }: PageRecord, box: Asked): boolean {
  if (width === null || height === null) return box.width === undefined && box.height === undefined;
  return width <= (box.width ?? width) && height <= (box.height ?? height);
}

/**
 * Whether the stored bytes are what is asked for: the picture fits into the box without a turn, and no other format is
 * wanted. A picture of unknown size fits only where there is no box.
 */
export function fitsAsStored(record: PageRecord, asked: Asked): boolean {
  const { width, height, format } = asked;
  if (record.source.kind === 'pdf') return false;
  if (width === undefined && height === undefined && format === undefined) return true;
  const isUpright = (record.orientation ?? 1) === 1;
  return isUpright && (format === undefined || record.mediaType === `image/${format}`) && fitsIntoBox(record, asked);
}
