import type { BookIdentity, BookReading, Feed, OpfSidecar, PackedEntry, SeriesSidecar } from '@lectern/formats';
import type { PackedReading } from '#db/repos/reading/pack-reading.ts';
import type { CodingPlace } from '#images/coding-memory.ts';
import type { StoredCover } from '#images/covers.ts';
import type { FileIdentity } from '../opening/file-identity.ts';
import type { Place } from '../opening/place.ts';
import type { WorkerFailure } from '../threads/worker-messages.ts';

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
