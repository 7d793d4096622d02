import { z } from 'zod';
import { AppError } from '#core/errors.ts';

/** An id in a path. A text that is no id answers 404, like an unknown id. */
export const PathId = z.string().max(200);

/** The parameters of a path with one id. */
export const byId = z.object({ id: PathId });

const Guid = z.guid();

/**
 * An id in the form that lookups take.
 * @throws {AppError} `NotFound` for a text that is no id
 */
export function knownId(text: string): string {
  const parsed = Guid.safeParse(text);
  if (!parsed.success) throw new AppError('NotFound', `There is nothing with the id ${text}`);
  return parsed.data.toLowerCase();
}
