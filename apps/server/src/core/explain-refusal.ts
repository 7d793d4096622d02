import { DatabaseLost } from '#db/database-lost.ts';
import { DatabaseUnusable } from '#db/file-guard.ts';
import { isBusy, isDamaged, isDeadlock, isFull, isReferenceViolation } from '#db/sql/database-errors.ts';
import { isDiskFull } from '#files/opening/system-errors.ts';
import { AppError } from './errors.ts';
import { say } from '#words/say.ts';

/** In seconds. */
const RETRY_AFTER = 1;

function unavailable(message: string, cause: unknown): AppError {
  return new AppError('ServiceUnavailable', message, { details: { retryAfter: RETRY_AFTER }, cause });
}

/**
 * Explains why the database or the disk refused a valid request: a conflict with another writer, or a failure of its own.
 * A write may still be stored when the connection was lost.
 * @returns undefined for any other error
 */
export function explainRefusal(error: unknown): AppError | undefined {
  if (isReferenceViolation(error)) {
    const message = say('Something that this belongs to was deleted in the meantime. Nothing was changed');
    return new AppError('Conflict', message, { cause: error });
  }
  if (isDeadlock(error)) {
    return unavailable(say('Others are changing the same thing. Nothing was changed. Try again'), error);
  }
  if (error instanceof DatabaseLost) {
    return unavailable(say('The database does not answer. Try again'), error);
  }
  if (error instanceof DatabaseUnusable) {
    return new AppError('ServiceUnavailable', error.message, { cause: error });
  }
  if (isDamaged(error)) {
    const message = say(
      'The database is damaged. Stop the server and restore a backup. The command lectern doctor tells more',
    );
    return new AppError('ServiceUnavailable', message, { cause: error });
  }
  if (isBusy(error)) {
    return unavailable(say('Another program is using the database. Nothing was changed. Try again'), error);
  }
  if (isFull(error)) {
    const message = say('The disk of the database is full. Nothing was changed. Free some space, then try again');
    return new AppError('InsufficientStorage', message, { cause: error });
  }
  if (isDiskFull(error)) {
    const message = say('The disk of the server is full. Nothing was changed. Free some space, then try again');
    return new AppError('InsufficientStorage', message, { cause: error });
  }
  return undefined;
}
