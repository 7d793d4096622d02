import { BookErrorType } from '@lectern/contract';
import type { ReadDb, Tx } from '../../open.ts';
import { slot, writePrecompiled } from '../../precompiled.ts';
import type { BookErrorTable } from '../../schema/index.ts';
import { isFound, readChunked, type ReadRow } from './read-rows.ts';

/** Why a part of a book could not be read. */
export interface RecordedError {
  readonly errorType: BookErrorType;
  /** Shown to the owner: a sentence without full stop. */
  readonly message: string;
  /** Safe to show, for example `{ code, offset }`. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** A recorded error as it is stored, with the name of the user who ignored it. */
export type StoredError = ReadRow<typeof listErrorsOfBooks>;

type Ignored = Pick<BookErrorTable, 'errorType' | 'ignoredAt' | 'ignoredBy' | 'ignoredFile'>;

/** Size and time of the file of a book; undefined when the book is gone. */
async function findFileMark(db: ReadDb, bookId: string): Promise<string | undefined> {
  const book = await db
    .selectFrom('book')
    .select(['fileSize', 'fileModifiedAt'])
    .where('id', '=', bookId)
    .executeTakeFirst();
  return book === undefined ? undefined : `${String(book.fileSize)}:${String(book.fileModifiedAt)}`;
}

/**
 * Replaces the errors of a book. An ignored error stays ignored while the file is the same.
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
  const file = await findFileMark(db, bookId);
  return new Map(ignored.filter(({ ignoredFile }) => ignoredFile === file).map((one) => [one.errorType, one]));
}

/** Ignores errors of a book, or counts them again. @param by null to count them @returns whether any changed */
export async function judgeBookErrors(
  tx: Tx,
  bookId: string,
  types: readonly BookErrorType[],
  by: { readonly userId: string; readonly at: number } | null,
): Promise<boolean> {
  const ignoredFile = by === null ? null : ((await findFileMark(tx.read, bookId)) ?? null);
  return isFound(
    tx.write
      .updateTable('bookError')
      .set({ ignoredAt: by?.at ?? null, ignoredBy: by?.userId ?? null, ignoredFile })
      .where('bookId', '=', bookId)
      .where('errorType', 'in', types)
      .where('ignoredAt', by === null ? 'is not' : 'is', null)
      .returning('errorType'),
  );
}

/** Recorded errors of many books, oldest first. The caller has made sure that its viewer may see the books. */
export async function listErrorsOfBooks(db: ReadDb, bookIds: readonly string[]) {
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
