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
import type { PackedReading } from '#db/repos/reading/pack-reading.ts';
import type { CodingPlace } from '#images/coding-memory.ts';
import type { StoredCover } from '#images/covers.ts';
import type { FileIdentity } from '../opening/file-identity.ts';
import type { Place } from '../opening/place.ts';
import type { WorkerFailure } from '../threads/worker-messages.ts';

/** The box a PDF page is drawn into, in pixels; without sides, the page keeps its own size. */
export interface DrawRequest {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Plain pixels, rows without padding. */
export interface Pixels {
  /** Red, green and blue of each pixel. */
  readonly samples: Uint8Array<ArrayBuffer>;
  readonly channels: 3;
  readonly width: number;
  readonly height: number;
}

/** A document of an EPUB to be sanitized. */
export interface TextDocument {
  readonly kind: 'xhtml' | 'svg' | 'css';
  /** In the archive; the base of relative references. */
  readonly path: string;
}

/** The stored cover of a book, or the error that prevented it. */
export type DrawnCover =
  | { readonly ok: true; readonly cover: StoredCover }
  | { readonly ok: false; readonly error: Error };

/** A book whose cover the reading thread may have drawn; then the picture's bytes are left out. */
export interface DrawnReading extends BookReading {
  /** Undefined when no cover was ordered, the book has no picture, or the thread has no decoder for it. */
  readonly drawn?: DrawnCover | undefined;
}

/** A book whose stored parts were packed by the thread that read it. */
export interface PackedBook extends Omit<DrawnReading, 'epub' | 'outline'> {
  /** Empty when all pages are whole and there are no problems: sending hundreds of records between threads is slow. */
  readonly pages: BookReading['pages'];
  readonly packed: PackedReading;
}

/** Where the reading thread draws and stores a cover. */
export interface CoverInThread {
  /** Folder of covers, absolute. */
  readonly folder: string;
  readonly place: CodingPlace;
}

/** Requests to the threads; `book-worker.ts` answers them. */
export type BookRequest =
  | { readonly kind: 'read' | 'pack'; readonly place: Place; readonly cover: CoverInThread | undefined }
  | { readonly kind: 'identify'; readonly place: Place }
  | { readonly kind: 'hash'; readonly place: Place; readonly seen: FileIdentity }
  | { readonly kind: 'extract'; readonly place: Place; readonly source: PackedEntry }
  | { readonly kind: 'render'; readonly place: Place; readonly index: number; readonly request: DrawRequest }
  | { readonly kind: 'opf' | 'series-json' | 'picture'; readonly place: Place }
  | { readonly kind: 'feed'; readonly bytes: Uint8Array }
  | { readonly kind: 'quote'; readonly bytes: Uint8Array; readonly wanted: QuotationWanted }
  | { readonly kind: 'sanitize'; readonly bytes: Uint8Array; readonly document: TextDocument };

/** `DrawnCover` in the form that passes between threads. */
export type DrawnPicture =
  | { readonly ok: true; readonly cover: StoredCover }
  | { readonly ok: false; readonly failure: WorkerFailure };

/** A reading in the form that passes between threads. */
type InThread<Reading extends { readonly drawn?: unknown }> = Omit<Reading, 'drawn'> & {
  readonly drawn?: DrawnPicture | undefined;
};

/** The answer to each kind of request. */
export interface BookAnswers {
  readonly read: InThread<DrawnReading>;
  readonly pack: InThread<PackedBook>;
  readonly identify: BookIdentity;
  readonly hash: string | undefined;
  readonly extract: Uint8Array;
  readonly render: Pixels;
  readonly sanitize: Uint8Array;
  readonly quote: Quotation | undefined;
  readonly opf: OpfSidecar;
  readonly 'series-json': SeriesSidecar;
  readonly picture: Uint8Array;
  readonly feed: Feed | undefined;
}
