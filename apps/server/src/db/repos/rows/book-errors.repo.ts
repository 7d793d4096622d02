import { BookErrorType } from '@lectern/contract';
import type { ReadDb, Tx } from '../../open.ts';
import { slot, writePrecompiled } from '../../precompiled.ts';
import type { BookErrorTable } from '../../schema/index.ts';
import { readChunked } from './read-rows.ts';

/** Why a part of a book could not be read. */
export interface RecordedError {
  readonly errorType: BookErrorType;
  /** Shown to the owner: a sentence without full stop. */
  readonly message: string;
  /** Safe to show, for example `{ code, offset }`. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** A recorded error as it is stored. */
export interface StoredError {
  readonly bookId: string;
  readonly errorType: BookErrorType;
  readonly message: string;
  /** JSON as written, null when there is none. */
  readonly details: string | null;
  readonly occurredAt: number;
  /** Null while it counts. */
  readonly ignoredAt: number | null;
  /** Name of the user who ignored it; null when it counts or the user is deleted. */
  readonly ignoredBy: string | null;
}

type Ignored = Pick<BookErrorTable, 'errorType' | 'ignoredAt' | 'ignoredBy' | 'ignoredFile'>;

/** The file of a book as far as a scan can tell it from another one; undefined when the book is gone. */
async function fileOf(db: ReadDb, bookId: string): Promise<string | undefined> {
  const book = await db
    .selectFrom('book')
    .select(['fileSize', 'fileModifiedAt'])
    .where('id', '=', bookId)
    .executeTakeFirst();
  return book === undefined ? undefined : `${String(book.fileSize)}:${String(book.fileModifiedAt)}`;
}

/**
 * Replaces all recorded errors of a book; none clears them. An ignored one that comes again stays ignored when the file,
 * as the book has it by now, is the one that it was ignored for.
 * @param at epoch milliseconds
 */
export async function writeBookErrors(tx: Tx, bookId: string, errors: readonly RecordedError[], at: number) {
  const before = await writePrecompiled(tx, 'delete errors', { bookId }, () =>
    tx.write
      .deleteFrom('bookError')
      .where('bookId', '=', slot<string>('bookId'))
      .returning(['errorType', 'ignoredAt', 'ignoredBy', 'ignoredFile']),
  );
  const byType = new Map(errors.map((error) => [error.errorType, error]));
  if (byType.size === 0) return;
  const ignored = await stillIgnored(tx.read, bookId, before);
  const rows = [...byType.values()].map(({ errorType, message, details }) => ({
    ...{ bookId, errorType, message, occurredAt: at },
    details: details === undefined ? null : JSON.stringify(details),
    ...(ignored.get(errorType) ?? { ignoredAt: null, ignoredBy: null, ignoredFile: null }),
  }));
  await tx.write.insertInto('bookError').values(rows).execute();
}

async function stillIgnored(db: ReadDb, bookId: string, before: readonly Ignored[]): Promise<Map<string, Ignored>> {
  const ignored = before.filter(({ ignoredAt }) => ignoredAt !== null);
  if (ignored.length === 0) return new Map();
  const file = await fileOf(db, bookId);
  return new Map(ignored.filter(({ ignoredFile }) => ignoredFile === file).map((one) => [one.errorType, one]));
}

/**
 * Has errors of a book count no more, or again.
 * @param by who decides it; null has them count again
 * @returns whether there was any of these types whose state changed
 */
export async function judgeBookErrors(
  tx: Tx,
  bookId: string,
  types: readonly BookErrorType[],
  by: { readonly userId: string; readonly at: number } | null,
): Promise<boolean> {
  const ignoredFile = by === null ? null : ((await fileOf(tx.read, bookId)) ?? null);
  const changed = await tx.write
    .updateTable('bookError')
    .set({ ignoredAt: by?.at ?? null, ignoredBy: by?.userId ?? null, ignoredFile })
    .where('bookId', '=', bookId)
    .where('errorType', 'in', types)
    .where('ignoredAt', by === null ? 'is not' : 'is', null)
    .returning('errorType')
    .execute();
  return changed.length > 0;
}

/** Recorded errors of many books, oldest first. The caller has made sure that its viewer may see the books. */
export async function listErrorsOfBooks(db: ReadDb, bookIds: readonly string[]): Promise<StoredError[]> {
  const rows = await readChunked(bookIds, (ids) =>
    db
      .selectFrom('bookError')
      .leftJoin('user', 'user.id', 'bookError.ignoredBy')
      .select(['bookId', 'errorType', 'message', 'details', 'occurredAt', 'ignoredAt', 'user.username as ignoredBy'])
      .where('bookId', 'in', ids)
      .orderBy('occurredAt')
      .orderBy('errorType'),
  );
  return rows.map((row) => ({ ...row, errorType: BookErrorType.catch('other').parse(row.errorType) }));
}
