import { FormatError, mergeMetadata as mergeDocuments } from '@lectern/formats';
import type { AnalyzeOptions } from '#core/catalog/pages/book-analyzer.ts';
import { drawBookCover } from '#core/catalog/covers/draw-book-cover.ts';
import type { BookToAnalyze } from '#db/repos/scanning/analysis.repo.ts';
import type { RecordedError } from '#db/repos/rows/book-errors.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import type { Log } from '#log/logger.ts';
import {
  describeCoverFailure,
  describeDamage,
  describeFailure,
  describeProblems,
  describeUnforeseen,
  joinErrors,
} from '#core/rules/files/describe-error.ts';
import { hasPictureBeside, readSidecars } from '#core/catalog/pages/read-sidecars.ts';
import { blamedError } from '#core/rules/files/system-error.ts';
import type { PackedBook } from '#files/books/book-requests.ts';

/** What reading a book takes. */
export interface ReadContext {
  readonly readers: BookReaders;
  readonly covers: Covers;
  readonly log: Log;
}

/** What is kept of an opened book. */
export type KeptReading = Omit<PackedBook, 'pages' | 'drawn'>;

/** What the file of a book and the files beside it tell. */
export type FileReading =
  | {
      readonly ok: true;
      /** `metadata` is that of all files, the ones beside the book first. */
      readonly reading: KeptReading;
      readonly cover: StoredCover | null;
      readonly errors: readonly RecordedError[];
    }
  | {
      readonly ok: false;
      /**
       * `file`: it is no book that can be read. `time`: it took too long, which may be the disk's fault. `unforeseen`: the
       * reader failed, which may be ours.
       */
      readonly reason: 'file' | 'time' | 'unforeseen';
      /** What the file is known by all the same; null when even that took too long. */
      readonly fingerprint: string | null;
      readonly errors: readonly RecordedError[];
    };

async function identify({ readers }: ReadContext, path: string, options: AnalyzeOptions): Promise<string | null> {
  try {
    return (await readers.identify(path, options)).fingerprint;
  } catch (thrown) {
    blamedError(thrown, options.signal);
    return null;
  }
}

/** Whether a link that leads out, or no file at all, stands where a book was. */
export function isReplaced(error: unknown): boolean {
  return error instanceof FormatError && error.code === 'file.replaced';
}

/** How the thread draws the cover as well, unless a picture beside the book goes before it. */
function coverOrder({ covers }: ReadContext, book: BookToAnalyze, { background }: AnalyzeOptions) {
  return hasPictureBeside(book) ? undefined : covers.order(background ? 'background' : 'viewer');
}

/**
 * Opens a book's file, once, and what lies beside it. What is wrong with a file is an answer.
 * @throws {FormatError} `file.replaced` when no file of the library stands there: that says nothing of the book
 * @throws {Error} with a system `code` when the disk fails or the server stops
 */
export async function readBookFile(
  ctx: ReadContext,
  book: BookToAnalyze,
  options: AnalyzeOptions,
): Promise<FileReading> {
  const path = pathInRoot(book.libraryPath, book.path);
  let found: PackedBook;
  try {
    found = await ctx.readers.readPacked(path, { ...options, cover: coverOrder(ctx, book, options) });
  } catch (thrown) {
    const error = blamedError(thrown, options.signal);
    if (isReplaced(error)) throw error;
    const fingerprint = await identify(ctx, path, options);
    if (!(error instanceof FormatError)) {
      ctx.log.analyze.error({ bookId: book.id, err: error }, 'book reader failed');
      return { ok: false, reason: 'unforeseen', fingerprint, errors: [describeUnforeseen(error)] };
    }
    const reason = error.code === 'limit.time' ? 'time' : 'file';
    return { ok: false, reason, fingerprint, errors: [describeFailure(error)] };
  }
  const { drawn, ...reading } = found;
  const damage = describeDamage(reading);
  if (damage.error !== undefined && damage.isTotal) {
    return { ok: false, reason: 'file', fingerprint: reading.fingerprint, errors: [damage.error] };
  }
  const beside = await readSidecars(ctx.readers, book, options);
  const sources = { path, reading, drawn, beside: beside.cover };
  const { cover, failures } = await drawBookCover(ctx, sources, options);
  const metadata =
    beside.metadata === undefined ? reading.metadata : mergeDocuments([beside.metadata, reading.metadata]);
  const damaged = damage.error === undefined ? [] : [damage.error];
  const all = [
    ...damaged,
    ...describeProblems(damage.otherProblems),
    ...beside.errors,
    ...failures.map(describeCoverFailure),
  ];
  return { ok: true, reading: { ...reading, metadata }, cover, errors: joinErrors(all) };
}
