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

/** Tools for reading a book file. */
export interface ReadContext {
  readonly readers: BookReaders;
  readonly covers: Covers;
  readonly log: Log;
}

export type KeptReading = Omit<PackedBook, 'pages' | 'drawn'>;

export type FileReading =
  | {
      readonly ok: true;
      /** `metadata` merges all files; sidecars take precedence. */
      readonly reading: KeptReading;
      readonly cover: StoredCover | null;
      readonly errors: readonly RecordedError[];
    }
  | {
      readonly ok: false;
      /** `file`: not a readable book. `time`: timeout, perhaps the disk's fault. `unforeseen`: a failure of the reader, perhaps our bug. */
      readonly reason: 'file' | 'time' | 'unforeseen';
      /** Null when identifying the file timed out too. */
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

/** Whether a link to the outside, or nothing, has replaced the file. */
export function isReplaced(error: unknown): boolean {
  return error instanceof FormatError && error.code === 'file.replaced';
}

/** The cover that the reading thread draws, unless a sidecar picture takes precedence. */
function coverOrder({ covers }: ReadContext, book: BookToAnalyze, { background }: AnalyzeOptions) {
  return hasPictureBeside(book) ? undefined : covers.order(background ? 'background' : 'viewer');
}

/**
 * Opens a book's file once and reads its sidecars. A broken file is a result, not an exception.
 * @throws {FormatError} `file.replaced` when the file is no longer inside the library
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
