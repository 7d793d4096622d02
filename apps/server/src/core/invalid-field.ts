import { say } from '#words/say.ts';
import { AppError } from './errors.ts';

/** What is wrong with a field of a request. */
export interface FieldFault {
  /** As the client knows it: `locator.href`. */
  readonly path: string;
  /** Said, and shown under the field: `must be 1 or more`. */
  readonly message: string;
}

/**
 * The error for wrong fields of a request. Its own message is for programs: people see those of the fields.
 * @param first names the field in the message of the error
 */
export function invalidFields(first: FieldFault, all: readonly FieldFault[]): AppError {
  const { path, message } = first;
  return new AppError('BadRequest', say('"{path}" is not valid: {message}', { path, message }), { details: all });
}

/** The error for one wrong field of a request. */
export function invalidField(path: string, message: string): AppError {
  return invalidFields({ path, message }, [{ path, message }]);
}
