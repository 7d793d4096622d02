import type {
  BookIdentity,
  BookReading,
  Feed,
  OpfSidecar,
  PackedEntry,
  Quotation,
  QuotationWanted,
  SeriesSidecar,
} from '@lectern/formats';
import type { CoverOrder } from '#images/covers.ts';
import type { FileIdentity } from '../opening/file-identity.ts';
import type { Place } from '../opening/place.ts';
import type { Places } from '../opening/places.ts';
import { asBuffer } from '../opening/buffer-pool.ts';
import type {
  BookAnswers,
  BookRequest,
  DrawnCover,
  DrawnPicture,
  DrawnReading,
  DrawRequest,
  PackedBook,
  Pixels,
  TextDocument,
} from './book-requests.ts';
import { createWorkerPool, type WorkerPool } from '../threads/worker-pool.ts';
import { restoreError } from '../threads/worker-messages.ts';

/** How a request waits for its answer. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** True for scans and analysis: requests of viewers go first. */
  readonly background?: boolean;
}

/** How a file is read. */
export interface BookOptions extends ReadOptions {
  /** The reading thread also draws the cover, so the picture's bytes pass through no other thread. */
  readonly cover?: CoverOrder | undefined;
}

/** Reads book files in worker threads. A slow or hostile file delays no request and is stopped after a limit. */
export interface BookReaders extends AsyncDisposable {
  /**
   * Reads everything from one opening of the file. A cover that cannot be drawn is part of the answer.
   * @throws {FormatError} the file is broken, too large, or took too long
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly read: (absolutePath: string, options?: BookOptions) => Promise<DrawnReading>;
  /** `read` for a file of a folder that is no library yet; the caller has checked that it may be one. */
  readonly readSample: (place: Place, options?: ReadOptions) => Promise<BookReading>;
  /** `read` with the stored parts packed by the thread; throws as `read`. */
  readonly readPacked: (absolutePath: string, options?: BookOptions) => Promise<PackedBook>;
  /**
   * Identifies a file, broken or not; much cheaper than `read`.
   * @throws {FormatError} `limit.time`
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly identify: (absolutePath: string, options?: ReadOptions) => Promise<BookIdentity>;
  /**
   * SHA-256 of a whole file, lower-case hex; undefined when the file has changed. There is no time limit while the disk
   * delivers bytes.
   * @throws {FormatError} `limit.time`: the disk delivered no more bytes
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly hash: (absolutePath: string, seen: FileIdentity, options?: ReadOptions) => Promise<string | undefined>;
  /**
   * The bytes of one packed entry of a RAR or 7z archive.
   * @throws {FormatError} damaged, encrypted, or missing
   */
  readonly extract: (absolutePath: string, source: PackedEntry, options?: ReadOptions) => Promise<Buffer>;
  /**
   * Draws one page of a PDF.
   * @param index from 0
   * @throws {FormatError} `pdf.…`
   */
  readonly renderPdf: (
    absolutePath: string,
    index: number,
    request: DrawRequest,
    options?: ReadOptions,
  ) => Promise<Pixels>;
  /**
   * Removes scripts and outside references from a document.
   * @returns UTF-8
   * @throws {FormatError} the document cannot be repaired
   */
  readonly sanitize: (bytes: Uint8Array, document: TextDocument, options?: ReadOptions) => Promise<Buffer>;
  /**
   * Finds a selected text in a sanitised document.
   * @returns undefined when it does not stand there
   * @throws {FormatError} took too long
   */
  readonly findQuotation: (
    bytes: Uint8Array,
    wanted: QuotationWanted,
    options?: ReadOptions,
  ) => Promise<Quotation | undefined>;
  /**
   * Reads the metadata.opf beside a book; follows no link.
   * @throws {FormatError} too large, no file any more, or took too long
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly readOpf: (absolutePath: string, options?: ReadOptions) => Promise<OpfSidecar>;
  /** Reads a series.json; throws as `readOpf`. */
  readonly readSeriesJson: (absolutePath: string, options?: ReadOptions) => Promise<SeriesSidecar>;
  /**
   * Reads a downloaded feed; undefined when the document is no feed.
   * @throws {FormatError} broken, too large, or took too long
   */
  readonly readFeed: (bytes: Uint8Array, options?: ReadOptions) => Promise<Feed | undefined>;
  /** The bytes of a picture beside a book, unchecked; throws as `readOpf`. */
  readonly readPicture: (absolutePath: string, options?: ReadOptions) => Promise<Buffer>;
}

/** Long enough for a large book on a slow network disk. */
const READ_LIMIT_MS = 60_000;
/** A viewer waits for these. */
const PAGE_LIMIT_MS = 30_000;
const THREADS = 4;
/** Two may draw covers while the third reads. The fourth always serves viewers. */
const BACKGROUND_THREADS = 3;
const MEMORY_MB = 256;

function toDrawn(drawn: DrawnPicture | undefined): { readonly drawn?: DrawnCover } {
  if (drawn === undefined) return {};
  return { drawn: drawn.ok ? drawn : { ok: false, error: restoreError(drawn.failure) } };
}

function waiting(options: ReadOptions | undefined, timeLimitMs: number) {
  return { timeLimitMs, background: options?.background ?? false, signal: options?.signal };
}

type DocumentReaders = Pick<BookReaders, 'sanitize' | 'findQuotation' | 'readFeed'>;

/** For bytes that were read before. */
function createDocumentReaders(pool: WorkerPool<BookRequest, BookAnswers>): DocumentReaders {
  return {
    sanitize: async (bytes, document, options) =>
      asBuffer(await pool.run({ kind: 'sanitize', bytes, document }, waiting(options, PAGE_LIMIT_MS))),
    findQuotation: async (bytes, wanted, options) =>
      pool.run({ kind: 'quote', bytes, wanted }, waiting(options, PAGE_LIMIT_MS)),
    readFeed: async (bytes, options) => pool.run({ kind: 'feed', bytes }, waiting(options, PAGE_LIMIT_MS)),
  };
}

/**
 * Creates readers with four threads, which start with the first file.
 * @param places files outside these places are never read
 */
export function createBookReaders(places: Places): BookReaders {
  const pool = createWorkerPool<BookRequest, BookAnswers>(
    new URL('./book-worker.ts', import.meta.url),
    THREADS,
    MEMORY_MB,
    BACKGROUND_THREADS,
  );
  // The thread that read the book's last page has it open.
  const page = (path: string, options: ReadOptions | undefined) => ({
    ...waiting(options, PAGE_LIMIT_MS),
    affinity: path,
  });
  const open = async <Kind extends 'read' | 'pack'>(kind: Kind, path: string, options: BookOptions | undefined) => {
    const order = options?.cover;
    using lent = order?.lend();
    const cover = order === undefined || lent === undefined ? undefined : { folder: order.folder, place: lent.place };
    // A stopped thread may have taken the slot after the job failed.
    const onStopped = () => lent?.[Symbol.dispose]();
    const place = await places.of(path);
    return await pool.run({ kind, place, cover }, { ...waiting(options, READ_LIMIT_MS), onStopped });
  };
  return {
    read: async (path, options) => {
      const { drawn, ...reading } = await open('read', path, options);
      return { ...reading, ...toDrawn(drawn) };
    },
    readSample: async (place, options) =>
      pool.run({ kind: 'read', place, cover: undefined }, waiting(options, READ_LIMIT_MS)),
    readPacked: async (path, options) => {
      const { drawn, ...reading } = await open('pack', path, options);
      return { ...reading, ...toDrawn(drawn) };
    },
    identify: async (path, options) =>
      pool.run({ kind: 'identify', place: await places.of(path) }, waiting(options, READ_LIMIT_MS)),
    hash: async (path, seen, options) =>
      pool.run({ kind: 'hash', place: await places.of(path), seen }, waiting(options, READ_LIMIT_MS)),
    extract: async (path, source, options) => {
      const bytes = await pool.run({ kind: 'extract', place: await places.of(path), source }, page(path, options));
      return asBuffer(bytes);
    },
    renderPdf: async (path, index, request, options) =>
      pool.run({ kind: 'render', place: await places.of(path), index, request }, page(path, options)),
    ...createDocumentReaders(pool),
    readOpf: async (path, options) =>
      pool.run({ kind: 'opf', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS)),
    readSeriesJson: async (path, options) =>
      pool.run({ kind: 'series-json', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS)),
    readPicture: async (path, options) => {
      const bytes = await pool.run({ kind: 'picture', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS));
      return asBuffer(bytes);
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}
