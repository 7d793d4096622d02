import type { PageRecord } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { FileAnswer, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import { nameVariant, type PageImages } from '#images/page-images.ts';
import type { ImageFormat, ImageTransform } from '#images/resize.ts';
import {
  checkUnchanged,
  isDeflated,
  openGzip,
  openReading,
  openSource,
  toAbsolutePath,
  type ReadingContext,
  recallReading,
  type SourceContext,
} from './open-reading.ts';
import { explainFailure, explainFailures } from './explain-failure.ts';

interface Asked {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
  readonly resample?: 'even' | undefined;
  readonly greys?: 16 | undefined;
  readonly contrast?: number | undefined;
  /** Accept header. */
  readonly accept?: string | undefined;
}

/** Types that not every browser shows: the Accept header decides the format. */
const RARELY_SHOWN = new Set(['image/jxl', 'image/heic', 'image/heif', 'image/tiff']);
/** Types that keep their format when resized. */
const OWN_FORMATS = new Map<string, ImageFormat>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/avif', 'avif'],
  ['image/webp', 'webp'],
]);
/** A named picture type, not `image/*`. */
const NAMED_PICTURE = /image\/[a-z]/i;

/** Whether to convert a page because the client names its picture types and this is none of them. */
export function mustConvert(mediaType: string, { format, accept = '' }: Asked): boolean {
  if (format !== undefined || !RARELY_SHOWN.has(mediaType)) return false;
  return NAMED_PICTURE.test(accept) && !accept.toLowerCase().includes(mediaType);
}

/** The format of a resized picture. Types that we do not encode become WebP, or JPEG for old browsers. */
export function ownFormat(mediaType: string, accept = ''): ImageFormat {
  const isOldBrowser = NAMED_PICTURE.test(accept) && !/image\/webp/i.test(accept);
  return OWN_FORMATS.get(mediaType) ?? (isOldBrowser ? 'jpeg' : 'webp');
}

function fitsIntoBox({ width, height }: PageRecord, box: Asked): boolean {
  if (width === null || height === null) return box.width === undefined && box.height === undefined;
  return width <= (box.width ?? width) && height <= (box.height ?? height);
}

/** Whether to send the stored bytes. A picture of unknown size fits only without a box. */
export function fitsAsStored(record: PageRecord, asked: Asked): boolean {
  const { width, height, format } = asked;
  if (record.source.kind === 'pdf' || asked.greys !== undefined || (asked.contrast ?? 0) > 0) return false;
  if (width === undefined && height === undefined && format === undefined) return true;
  const isUpright = (record.orientation ?? 1) === 1;
  return isUpright && (format === undefined || record.mediaType === `image/${format}`) && fitsIntoBox(record, asked);
}

/** What serving pages takes. */
interface PageContext extends ReadingContext, SourceContext {
  readonly pageImages: PageImages;
}

/** A requested page. */
interface PageWanted extends Asked {
  /** Counts from 1. */
  readonly page: number;
  /** Version in the URL. */
  readonly v?: string | undefined;
  readonly acceptsGzip: boolean;
}

/** Default width of a PDF page in pixels. */
const DRAWN_WIDTH = 1_600;
/** Minimum length of a hash prefix as version. */
const VERSION_LENGTH = 16;

interface FoundPage {
  readonly file: BookFile;
  readonly record: PageRecord;
  /** Counts from 1. */
  readonly page: number;
  /** Identifies the content of the page, whatever the book is called. */
  readonly identity: string;
}

function isCurrentVersion({ fileHash, fingerprint }: BookFile, v: string | undefined): boolean {
  if (v === undefined || v.length < VERSION_LENGTH) return false;
  return fileHash.startsWith(v) || (fingerprint?.startsWith(v) ?? false);
}

function storedPage(ctx: PageContext, found: FoundPage, wanted: PageWanted): FileAnswer {
  const { file, record, page, identity } = found;
  const { source } = record;
  const isOneOfTwo = RARELY_SHOWN.has(record.mediaType);
  const packed = !isOneOfTwo && isDeflated(source) ? source : undefined;
  const deflated = wanted.acceptsGzip ? packed : undefined;
  return {
    kind: 'file',
    contentType: record.mediaType,
    etag: deflated === undefined ? identity : `${identity}-gzip`,
    vary: [
      ...(isOneOfTwo ? (['accept'] as const) : []),
      ...(packed === undefined ? [] : (['accept-encoding'] as const)),
    ],
    immutable: isCurrentVersion(file, wanted.v),
    open: async (signal): Promise<OpenedFile> => {
      try {
        return await (deflated === undefined ? openSource(ctx, file, source, signal) : openGzip(ctx, file, deflated));
      } catch (error) {
        return await explainFailure(ctx, file, `Page ${page}`, error);
      }
    },
  };
}

function chooseFormat({ source, mediaType }: PageRecord, { format, greys, accept }: Asked): ImageFormat {
  if (greys !== undefined) return 'png';
  return format ?? (source.kind === 'pdf' ? 'jpeg' : ownFormat(mediaType, accept));
}

/** A resized or converted picture, or a rendered PDF page. */
function madePage(ctx: PageContext, found: FoundPage, wanted: PageWanted): FileAnswer {
  const { file, record, page, identity } = found;
  const { source } = record;
  const { width, height, resample, greys, contrast } = wanted;
  const isFree = wanted.format === undefined && greys === undefined && source.kind !== 'pdf';
  const format = chooseFormat(record, wanted);
  const transform: ImageTransform = { width, height, format, resample, greys, contrast };
  const isBare = width === undefined && height === undefined;
  const load = async (signal: AbortSignal) => {
    if (source.kind !== 'pdf') {
      const { body, giveBack } = await openSource(ctx, file, source, () => signal);
      return { picture: body, giveBack };
    }
    await checkUnchanged(ctx, file);
    const size = isBare ? { width: DRAWN_WIDTH } : { width, height };
    return { picture: await ctx.readers.renderPdf(toAbsolutePath(file), source.index, size, { signal }) };
  };
  return {
    kind: 'file',
    contentType: `image/${format}`,
    etag: `${identity}-${nameVariant(transform)}`,
    ...(isFree && !OWN_FORMATS.has(record.mediaType) ? { vary: ['accept'] } : {}),
    immutable: isCurrentVersion(file, wanted.v),
    open: async (signal) =>
      explainFailures(ctx, file, `Page ${page}`, async () => {
        const image = await ctx.pageImages.get(identity, transform, { load, signal: signal() });
        return { body: image.bytes, ...(greys === undefined ? {} : { contentType: image.contentType }) };
      }),
  };
}

/** One page: stored, resized or converted. Throws `NotFound`, or `ServiceUnavailable` while it is analysed. */
export async function readPage(
  ctx: PageContext,
  viewer: Viewer,
  bookId: string,
  wanted: PageWanted,
): Promise<FileAnswer> {
  const { format, greys } = wanted;
  if (greys !== undefined && format !== undefined && format !== 'png') {
    throw new AppError(
      'BadRequest',
      `Pages in ${greys} greys are PNG: leave "format" out or ask for png, not ${format}`,
    );
  }
  const { file, reading } = recallReading(ctx, viewer, bookId) ?? (await openReading(ctx, viewer, bookId));
  const { page } = wanted;
  const record = reading.pages[page - 1];
  if (record === undefined) {
    const count = reading.pages.length;
    throw new AppError('NotFound', `Page ${page} of book ${bookId} not found: it has ${count}`);
  }
  if (record.source.kind === 'unreadable') {
    throw new AppError('NotFound', `Page ${page} of book ${bookId} cannot be read (${record.source.code})`);
  }
  const identity = `${file.fingerprint ?? `${bookId}-${file.fileModifiedAt}`}-${page}`;
  const found: FoundPage = { file, record, page, identity };
  return fitsAsStored(record, wanted) && !mustConvert(record.mediaType, wanted)
    ? storedPage(ctx, found, wanted)
    : madePage(ctx, found, wanted);
}
