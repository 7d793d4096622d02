import { deflateRawSync } from 'node:zlib';
import type { BookReading } from '@lectern/formats';

// Apart from `stored-reading.ts`, so that threads that read books load no schemas and no database.

/** What is kept of one opening of a book file, so that pages and chapters are served without parsing it again. */
export type StoredReading = Pick<BookReading, 'format' | 'layout' | 'pages' | 'epub' | 'outline'>;

/** A reading as the database keeps it. */
export interface PackedReading {
  readonly version: number;
  readonly content: Uint8Array;
}

/** Increase it when the shape of `StoredReading` changes: other versions are read from the file. */
export const READING_VERSION = 3;

/** Characters that are packed as well with a small memory … */
const SHORT = 4_096;
/** … of as much as they need to look back for: by itself zlib clears a quarter of a megabyte for each. */
const SHORT_WINDOW = { windowBits: 12, memLevel: 5 };

/** Packs a reading for `writeBookReading`. It takes a while for a book of many pages: for the threads that read books. */
export function packReading(reading: StoredReading): PackedReading {
  const { format, layout, pages, epub, outline } = reading;
  const text = JSON.stringify({ format, layout, pages, epub, outline });
  const content = text.length <= SHORT ? deflateRawSync(text, SHORT_WINDOW) : deflateRawSync(text);
  return { version: READING_VERSION, content };
}
