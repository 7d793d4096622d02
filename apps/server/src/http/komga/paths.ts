import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { DialectRequest } from '../requests/dialect-route.ts';

/** An id in a path; what is none is an id that nothing has. */
const Id = z.string().max(200);

/** The parameters of a path that ends in, or goes on after, one id. */
export const byId = z.object({ id: Id });

const Guid = z.guid();

/**
 * An id as it may be looked up.
 * @throws {AppError} `NotFound` when nothing can have it
 */
export function knownId(text: string): string {
  const parsed = Guid.safeParse(text);
  if (!parsed.success) throw new AppError('NotFound', `There is nothing with the id ${text}`);
  return parsed.data.toLowerCase();
}

/**
 * What a route is about.
 * @throws {AppError} `NotFound`
 */
export function idOf({ params }: DialectRequest): string {
  return knownId(byId.parse(params).id);
}
