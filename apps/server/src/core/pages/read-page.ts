import type { PageRecord } from '@lectern/formats';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { ImageFormat, ImageTransform } from '#images/resize.ts';
import type { PageImages } from '#images/page-images.ts';
import { AppError } from '../errors.ts';
import type { FileAnswer, OpenedFile } from '../file-answer.ts';
import type { Viewer } from '../viewer.ts';
import { fitsAsStored, isMadeByAccept, isNegotiated, mustConvert, ownFormat } from './page-format.ts';
import { openReading, type ReadingContext, recallReading } from './open-reading.ts';
import {
  checkUnchanged,
  explainFailure,
  explainFailures,
  isDeflated,
  openGzip,
  openSource,
  pathOf,
  type SourceContext,
} from './read-source.ts';

/** What serving pages takes. */
export interface PageContext extends ReadingContext, SourceContext {
  readonly pageImages: PageImages;
}

/** A page as it was asked for. */
export interface PageWanted {
  /** Counts from 1. */
  readonly page: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
  /** Version in the address. */
  readonly v?: string | undefined;
  readonly acceptsGzip: boolean;
  /** Media types the client says it takes; absent when it says nothing. */
  readonly accept?: string | undefined;
}

/** Pixels across that a PDF page is drawn with when none are asked for. */
const DRAWN_WIDTH = 1_600;
/** Characters of a hash that make a version in an address. */
const VERSION_LENGTH = 16;

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** One page of a book that has been found. */
interface FoundPage {
  readonly file: BookFile;
  readonly record: PageRecord;
  /** Counts from 1. */
  readonly page: number;
  /** Names the content of the page whatever the book is called. */
  readonly identity: string;
}

function isVersionOf({ fileHash, fingerprint }: BookFile, v: string | undefined): boolean {
  if (v === undefined || v.length < VERSION_LENGTH) return false;
  return fileHash.startsWith(v) || (fingerprint?.startsWith(v) ?? false);
}

function storedPage(ctx: PageContext, found: FoundPage, wanted: PageWanted): FileAnswer {
  const { file, record, page, identity } = found;
  const { source } = record;
  const isOneOfTwo = isNegotiated(record.mediaType);
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
    immutable: isVersionOf(file, wanted.v),
    open: async (signal): Promise<OpenedFile> => {
      try {
        return await (deflated === undefined ? openSource(ctx, file, source, signal) : openGzip(ctx, file, deflated));
      } catch (error) {
        return await explainFailure(ctx, file, `Page ${page}`, error);
      }
    },
  };
}

/** The stored picture, or the drawn page, in another size or format. */
function madePage(ctx: PageContext, found: FoundPage, wanted: PageWanted): FileAnswer {
  const { file, record, page, identity } = found;
  const { source } = record;
  const { width, height } = wanted;
  const isFree = wanted.format === undefined && source.kind !== 'pdf';
  const format = wanted.format ?? (source.kind === 'pdf' ? 'jpeg' : ownFormat(record.mediaType, wanted.accept));
  const transform: ImageTransform = { width, height, format };
  const isBare = width === undefined && height === undefined;
  const load = async (signal: AbortSignal) => {
    if (source.kind !== 'pdf') {
      const { body, giveBack } = await openSource(ctx, file, source, () => signal);
      return { picture: body, giveBack };
    }
    await checkUnchanged(ctx, file);
    const size = isBare ? { width: DRAWN_WIDTH } : { width, height };
    return { picture: await ctx.readers.renderPdf(pathOf(file), source.index, size, { signal }) };
  };
  return {
    kind: 'file',
    contentType: MEDIA_TYPES[format],
    etag: `${identity}-${width ?? 0}x${height ?? 0}-${format}`,
    ...(isFree && isMadeByAccept(record.mediaType) ? { vary: ['accept'] } : {}),
    immutable: isVersionOf(file, wanted.v),
    open: async (signal) =>
      explainFailures(ctx, file, `Page ${page}`, async () => {
        const image = await ctx.pageImages.get(identity, transform, { load, signal: signal() });
        return { body: image.bytes };
      }),
  };
}

/**
 * One page: its stored bytes untouched, or resized and converted when asked (decision C8). Pages of a PDF are drawn.
 * @throws {AppError} `NotFound` for the book or the page, `ServiceUnavailable` while the book is being analysed
 */
export async function readPage(
  ctx: PageContext,
  viewer: Viewer,
  bookId: string,
  wanted: PageWanted,
): Promise<FileAnswer> {
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
