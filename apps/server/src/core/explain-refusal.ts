import { DatabaseLost } from '#db/database-lost.ts';
import { DatabaseUnusable } from '#db/file-guard.ts';
import { isBusy, isDamaged, isDeadlock, isFull, isReferenceViolation } from '#db/sql/database-errors.ts';
import { isDiskFull } from '#files/opening/system-errors.ts';
import { AppError } from './errors.ts';

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
    const message = 'Something that this belongs to was removed meanwhile: nothing has been changed';
    return new AppError('Conflict', message, { cause: error });
  }
  if (isDeadlock(error)) {
    return unavailable('Others were changing the same all the time: nothing has been changed, try again', error);
  }
  if (error instanceof DatabaseLost) {
    return unavailable('The database does not answer at the moment: try again', error);
  }
  if (error instanceof DatabaseUnusable) {
    return new AppError('ServiceUnavailable', error.message, { cause: error });
  }
  if (isDamaged(error)) {
    const message = 'The database is damaged here: stop the server and restore a backup. `lectern doctor` tells more';
    return new AppError('ServiceUnavailable', message, { cause: error });
  }
  if (isBusy(error)) {
    return unavailable('Another program holds the database: nothing has been changed, try again', error);
  }
  if (isFull(error)) {
    const message = 'The disk of the database is full: nothing has been changed. Make room, then try again';
    return new AppError('InsufficientStorage', message, { cause: error });
  }
  if (isDiskFull(error)) {
    const message = 'The disk of the server is full: nothing has been changed. Make room, then try again';
    return new AppError('InsufficientStorage', message, { cause: error });
  }
  return undefined;
}
