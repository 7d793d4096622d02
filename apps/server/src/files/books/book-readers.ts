import type { BookIdentity, BookReading, Feed, OpfSidecar, PackedEntry, SeriesSidecar } from '@lectern/formats';
import type { PackedReading } from '#db/repos/reading/pack-reading.ts';
import type { CodingPlace } from '#images/coding-memory.ts';
import type { CoverOrder, StoredCover } from '#images/covers.ts';
import type { FileIdentity } from '../opening/open-files.ts';
import type { Place } from '../opening/place.ts';
import type { Places } from '../opening/places.ts';
import { createWorkerPool, errorOf, type WorkerFailure } from '../threads/worker-pool.ts';

/** The box a PDF page is drawn into, in pixels; without one it has its own size. */
export interface DrawRequest {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Plain pixels, rows without padding. */
export interface Pixels {
  /** Red, green and blue of each. */
  readonly samples: Uint8Array<ArrayBuffer>;
  readonly channels: 3;
  readonly width: number;
  readonly height: number;
}

/** A document of an EPUB, to be made safe to show. */
export interface TextDocument {
  readonly kind: 'xhtml' | 'svg' | 'css';
  /** In the archive: what it refers to is resolved against this. */
  readonly path: string;
}

/** Who waits for the answer. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** True for scans and analysis: a person's page goes first. */
  readonly background?: boolean;
}

/** What became of the picture in a book: a cover that is stored, or why there is none. */
export type DrawnCover =
  | { readonly ok: true; readonly cover: StoredCover }
  | { readonly ok: false; readonly error: Error };

/** A book that was read by a thread that could draw its cover: then it has no bytes of that. */
export interface DrawnReading extends BookReading {
  /** Undefined when no cover was requested, when the book has no picture, and when another thread must draw it. */
  readonly drawn?: DrawnCover | undefined;
}

/** A book that was read to be kept: what is stored of it is packed by the thread that read it. */
export interface PackedBook extends Omit<DrawnReading, 'epub' | 'outline'> {
  /** None when each of them is whole and nothing is odd about the file: hundreds of records take long on their way. */
  readonly pages: BookReading['pages'];
  readonly packed: PackedReading;
}

/** How a file is read. */
export interface BookOptions extends ReadOptions {
  /** Has the picture in it drawn where it was read: its bytes go through no other thread. */
  readonly cover?: CoverOrder | undefined;
}

/** Reads book files in worker threads. A slow or hostile file delays no request and is stopped after a limit. */
export interface BookReaders extends AsyncDisposable {
  /**
   * Everything one opening of a file tells. What is wrong with a cover that was ordered, be it the disk, is part of the answer.
   * @throws {FormatError} the file is broken, too large, or took too long
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly read: (absolutePath: string, options?: BookOptions) => Promise<DrawnReading>;
  /** The same for who keeps what it tells; throws as `read`. */
  readonly readPacked: (absolutePath: string, options?: BookOptions) => Promise<PackedBook>;
  /**
   * What a file is known by, broken or not; much cheaper than `read`.
   * @throws {FormatError} `limit.time`: it took too long
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly identify: (absolutePath: string, options?: ReadOptions) => Promise<BookIdentity>;
  /**
   * SHA-256 of a whole file, lower-case hex; undefined when it is not the one that was seen. However large it is, it is given time
   * as long as its disk goes on giving.
   * @throws {FormatError} `limit.time`: the disk gave nothing any more
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly hash: (absolutePath: string, seen: FileIdentity, options?: ReadOptions) => Promise<string | undefined>;
  /**
   * The bytes of one packed entry of a RAR or 7z archive.
   * @throws {FormatError} damaged, encrypted, or not there
   */
  readonly extract: (absolutePath: string, source: PackedEntry, options?: ReadOptions) => Promise<Buffer>;
  /**
   * Draws one page of a PDF.
   * @param index counts from 0
   * @throws {FormatError} `pdf.…`
   */
  readonly renderPdf: (
    absolutePath: string,
    index: number,
    request: DrawRequest,
    options?: ReadOptions,
  ) => Promise<Pixels>;
  /**
   * Takes everything out of a document that runs, or loads from outside its book.
   * @returns UTF-8
   * @throws {FormatError} it is no document that can be mended
   */
  readonly sanitize: (bytes: Uint8Array, document: TextDocument, options?: ReadOptions) => Promise<Buffer>;
  /**
   * What a metadata.opf beside a book says; links are not followed.
   * @throws {FormatError} too large, no file any more, or took too long
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly readOpf: (absolutePath: string, options?: ReadOptions) => Promise<OpfSidecar>;
  /** What a series.json says; throws as `readOpf`. */
  readonly readSeriesJson: (absolutePath: string, options?: ReadOptions) => Promise<SeriesSidecar>;
  /**
   * What a feed from outside says; undefined when the document is none.
   * @throws {FormatError} broken, too large, or took too long
   */
  readonly readFeed: (bytes: Uint8Array, options?: ReadOptions) => Promise<Feed | undefined>;
  /** The bytes of a picture beside a book, whatever they are; throws as `readOpf`. */
  readonly readPicture: (absolutePath: string, options?: ReadOptions) => Promise<Buffer>;
}

/** A cover that is drawn where its book is read. */
export interface CoverInThread {
  /** Where it is stored, absolute. */
  readonly folder: string;
  readonly place: CodingPlace;
}

/** What the threads are asked; `book-worker.ts` answers. */
export type BookRequest =
  | { readonly kind: 'read' | 'pack'; readonly place: Place; readonly cover: CoverInThread | undefined }
  | { readonly kind: 'identify'; readonly place: Place }
  | { readonly kind: 'hash'; readonly place: Place; readonly seen: FileIdentity }
  | { readonly kind: 'extract'; readonly place: Place; readonly source: PackedEntry }
  | { readonly kind: 'render'; readonly place: Place; readonly index: number; readonly request: DrawRequest }
  | { readonly kind: 'opf' | 'series-json' | 'picture'; readonly place: Place }
  | { readonly kind: 'feed'; readonly bytes: Uint8Array }
  | { readonly kind: 'sanitize'; readonly bytes: Uint8Array; readonly document: TextDocument };

/** What became of a picture, as it goes from thread to thread. */
export type DrawnPicture =
  | { readonly ok: true; readonly cover: StoredCover }
  | { readonly ok: false; readonly failure: WorkerFailure };

/** A reading as it goes from thread to thread. */
type InThread<Reading extends { readonly drawn?: unknown }> = Omit<Reading, 'drawn'> & {
  readonly drawn?: DrawnPicture | undefined;
};

/** And what each question is answered with. */
export interface BookAnswers {
  readonly read: InThread<DrawnReading>;
  readonly pack: InThread<PackedBook>;
  readonly identify: BookIdentity;
  readonly hash: string | undefined;
  readonly extract: Uint8Array;
  readonly render: Pixels;
  readonly sanitize: Uint8Array;
  readonly opf: OpfSidecar;
  readonly 'series-json': SeriesSidecar;
  readonly picture: Uint8Array;
  readonly feed: Feed | undefined;
}

/** Long enough for a large book on a slow network disk. */
const READ_LIMIT_MS = 60_000;
/** A person waits for these. */
const PAGE_LIMIT_MS = 30_000;
const THREADS = 4;
/** While two draw a cover, as many as may at once, the third reads. The fourth is always there for whoever opens a book. */
const BACKGROUND_THREADS = 3;
const MEMORY_MB = 256;

function toDrawn(drawn: DrawnPicture | undefined): { readonly drawn?: DrawnCover } {
  if (drawn === undefined) return {};
  return { drawn: drawn.ok ? drawn : { ok: false, error: errorOf(drawn.failure) } };
}

/**
 * Readers with four threads, which start when there is a file for them.
 * @param places where files may lie; of others nothing is read
 */
export function createBookReaders(places: Places): BookReaders {
  const pool = createWorkerPool<BookRequest, BookAnswers>(
    new URL('./book-worker.ts', import.meta.url),
    THREADS,
    MEMORY_MB,
    BACKGROUND_THREADS,
  );
  const waiting = (options: ReadOptions | undefined, timeLimitMs: number) => ({
    timeLimitMs,
    background: options?.background ?? false,
    signal: options?.signal,
  });
  // The thread that had a page of the book has it open.
  const page = (path: string, options: ReadOptions | undefined) => ({
    ...waiting(options, PAGE_LIMIT_MS),
    affinity: path,
  });
  const open = async <Kind extends 'read' | 'pack'>(kind: Kind, path: string, options: BookOptions | undefined) => {
    const order = options?.cover;
    using lent = order?.lend();
    const cover = order === undefined || lent === undefined ? undefined : { folder: order.folder, place: lent.place };
    // A thread that was stopped may have taken the slot after the job had failed.
    const onStopped = () => lent?.[Symbol.dispose]();
    const place = await places.of(path);
    return await pool.run({ kind, place, cover }, { ...waiting(options, READ_LIMIT_MS), onStopped });
  };
  return {
    read: async (path, options) => {
      const { drawn, ...reading } = await open('read', path, options);
      return { ...reading, ...toDrawn(drawn) };
    },
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
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    renderPdf: async (path, index, request, options) =>
      pool.run({ kind: 'render', place: await places.of(path), index, request }, page(path, options)),
    sanitize: async (bytes, document, options) => {
      const safe = await pool.run({ kind: 'sanitize', bytes, document }, waiting(options, PAGE_LIMIT_MS));
      return Buffer.from(safe.buffer, safe.byteOffset, safe.byteLength);
    },
    readOpf: async (path, options) =>
      pool.run({ kind: 'opf', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS)),
    readSeriesJson: async (path, options) =>
      pool.run({ kind: 'series-json', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS)),
    readFeed: async (bytes, options) => pool.run({ kind: 'feed', bytes }, waiting(options, PAGE_LIMIT_MS)),
    readPicture: async (path, options) => {
      const bytes = await pool.run({ kind: 'picture', place: await places.of(path) }, waiting(options, PAGE_LIMIT_MS));
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
}
