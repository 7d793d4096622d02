import { AppError } from './errors.ts';

/**
 * The error for one wrong field of a request body.
 * @param path as the client knows it: `locator.href`
 * @param message goes on after the path: `must be 1 or more`
 */
export function invalidBody(path: string, message: string): AppError {
  return new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}
