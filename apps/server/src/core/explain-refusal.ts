import { isDeadlock, isReferenceViolation } from '#db/dialect.ts';
import { AppError } from './errors.ts';

/** Seconds after which writers that were in one another's way have most likely gone. */
const RETRY_AFTER = 1;

/**
 * Why the database refused a write that was right when it was asked for: somebody else wrote in the same moment. Nothing of it is
 * stored.
 * @returns undefined for any other error
 */
export function explainRefusal(error: unknown): AppError | undefined {
  if (isReferenceViolation(error)) {
    const message = 'Something that this belongs to was removed meanwhile: nothing has been changed';
    return new AppError('Conflict', message, { cause: error });
  }
  if (isDeadlock(error)) {
    const message = 'Others were changing the same all the time: nothing has been changed, try again';
    return new AppError('ServiceUnavailable', message, { details: { retryAfter: RETRY_AFTER }, cause: error });
  }
  return undefined;
}
