import { BookErrorType } from '@lectern/contract';
import { chunked } from '../dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

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
}

/**
 * Replaces all recorded errors of a book; none clears them.
 * @param at epoch milliseconds
 */
export async function writeBookErrors(
  tx: Tx,
  bookId: string,
  errors: readonly RecordedError[],
  at: number,
): Promise<void> {
  await tx.write.deleteFrom('bookError').where('bookId', '=', bookId).execute();
  await putBookErrors(tx, bookId, errors, at);
}

/** Records errors and leaves those of other kinds as they are. */
async function putBookErrors(tx: Tx, bookId: string, errors: readonly RecordedError[], at: number): Promise<void> {
  const byType = new Map(errors.map((error) => [error.errorType, error]));
  if (byType.size === 0) return;
  const rows = [...byType.values()].map(({ errorType, message, details }) => ({
    bookId,
    errorType,
    message,
    details: details === undefined ? null : JSON.stringify(details),
    occurredAt: at,
  }));
  await tx.write
    .insertInto('bookError')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['bookId', 'errorType']).doUpdateSet((eb) => ({
        message: eb.ref('excluded.message'),
        details: eb.ref('excluded.details'),
        occurredAt: eb.ref('excluded.occurredAt'),
      })),
    )
    .execute();
}

/** Recorded errors of many books, oldest first. The caller has made sure that its viewer may see the books. */
export async function listErrorsOfBooks(db: ReadDb, bookIds: readonly string[]): Promise<StoredError[]> {
  const errors: StoredError[] = [];
  for (const ids of chunked(bookIds)) {
    const rows = await db
      .selectFrom('bookError')
      .select(['bookId', 'errorType', 'message', 'details', 'occurredAt'])
      .where('bookId', 'in', ids)
      .orderBy('occurredAt')
      .orderBy('errorType')
      .execute();
    errors.push(...rows.map((row) => ({ ...row, errorType: BookErrorType.catch('other').parse(row.errorType) })));
  }
  return errors;
}
