import { AppError } from '../errors.ts';

/** What is said of an account that is not there. */
export function noSuchUser(userId: string): AppError {
  return new AppError('NotFound', `User ${userId} not found`);
}
