import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/**
 * Lets only those decide who sees what that administer the server.
 * @throws {AppError} `Forbidden`
 */
export function requireSharing({ permissions }: Pick<Viewer, 'permissions'>): void {
  if (permissions.has('SystemAdmin')) return;
  throw new AppError('Forbidden', 'Sharing tags need the permission SystemAdmin');
}
