import { type Stats, statSync } from 'node:fs';
import type { PackedEntry } from '@lectern/formats';
import { openPacked, type OpenPacked, openPdf, type PdfDocument } from '@lectern/formats/readers';
import { toOpen } from '../opening/open-inside-now.ts';
import type { Place } from '../opening/place.ts';

/**
 * Books that stay open in this thread, so that a page turn does not parse the file again. A book is opened again after
 * disposal.
 */
export interface OpenBooks extends Disposable {
  readonly withPdf: <Value>(place: Place, use: (document: PdfDocument) => Value) => Promise<Value>;
  readonly withArchive: <Value>(
    place: Place,
    kind: PackedEntry['kind'],
    use: (archive: OpenPacked) => Promise<Value>,
  ) => Promise<Value>;
  readonly openedCount: () => number;
}

interface KeptBook {
  readonly book: PdfDocument | OpenPacked;
  /** Device, inode, size and time of the file: a replaced file has another identity. */
  readonly identity: string;
}

/** A thread serves one or two viewers at a time. */
const MAX_OPEN = 3;
/** Idle books are closed after this time, so that their disk can be unmounted. */
const IDLE_MS = 10_000;
/** The PDF library keeps what it has read; a document beyond this is reopened for the next page. */
const MAX_BYTES_READ = 48 * 1024 * 1024;

function formatIdentity({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(':');
}

class Books implements OpenBooks {
  /** Least recently used first. */
  readonly #kept = new Map<string, KeptBook>();
  #timer: NodeJS.Timeout | undefined;
  #opened = 0;

  readonly openedCount = (): number => this.#opened;

  readonly withPdf: OpenBooks['withPdf'] = async (place, use) => {
    const { path } = place;
    const open = async (): Promise<PdfDocument> => openPdf(toOpen(place));
    return await this.#with({ key: `pdf ${path}`, path, open }, (document) => {
      const value = use(document);
      if (document.bytesRead() > MAX_BYTES_READ) this.#close(`pdf ${path}`);
      return value;
    });
  };

  readonly withArchive: OpenBooks['withArchive'] = async (place, kind, use) =>
    this.#with({ key: `${kind} ${place.path}`, path: place.path, open: () => openPacked(toOpen(place), kind) }, use);

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const key of [...this.#kept.keys()]) this.#close(key);
  }

  async #with<Book extends PdfDocument | OpenPacked, Value>(
    wanted: { readonly key: string; readonly path: string; readonly open: () => Book | Promise<Book> },
    use: (book: Book) => Value | Promise<Value>,
  ): Promise<Value> {
    try {
      return await use(await this.#open(wanted));
    } catch (error) {
      this.#close(wanted.key);
      throw error;
    } finally {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this[Symbol.dispose](), IDLE_MS).unref();
    }
  }

  async #open<Book extends PdfDocument | OpenPacked>({
    key,
    path,
    open,
  }: {
    readonly key: string;
    readonly path: string;
    readonly open: () => Book | Promise<Book>;
  }): Promise<Book> {
    const identity = formatIdentity(statSync(path));
    const kept = this.#kept.get(key);
    if (kept?.identity === identity) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      // A key always stands for one kind of book.
      return kept.book as Book;
    }
    this.#close(key);
    const book = await open();
    this.#opened += 1;
    this.#kept.set(key, { book, identity });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_OPEN) break;
      this.#close(oldest);
    }
    return book;
  }

  #close(key: string): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    kept?.book[Symbol.dispose]();
  }
}

/** Creates an empty cache, for one request at a time. */
export function createOpenBooks(): OpenBooks {
  return new Books();
}
