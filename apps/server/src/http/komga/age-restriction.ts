import type { AgeLimit } from '@lectern/contract';
import { z } from 'zod';

/** In years, as far as ratings reach. */
const Age = z.int().min(0).max(99);

/** An age limit in the dialect. `EXCLUDE` hides a rating and those above it, and shows what has none. */
export const AgeRestriction = z.discriminatedUnion('restriction', [
  z.object({ restriction: z.literal('NONE') }),
  z.object({ restriction: z.literal('ALLOW_ONLY'), age: Age }),
  z.object({ restriction: z.literal('EXCLUDE'), age: Age.min(1) }),
]);

/** The age limit that a body gives an account; undefined where it names none, null where it takes it away. */
export function readAgeRestriction(
  given: z.output<typeof AgeRestriction> | null | undefined,
): AgeLimit | null | undefined {
  if (given === undefined || given === null || given.restriction === 'NONE')
    return given === undefined ? undefined : null;
  return given.restriction === 'EXCLUDE'
    ? { maxAge: given.age - 1, showsUnrated: true }
    : { maxAge: given.age, showsUnrated: false };
}

/** An age limit as apps read it; null for every age. */
export function toAgeRestriction(limit: AgeLimit | null | undefined): Readonly<Record<string, unknown>> | null {
  if (limit === null || limit === undefined) return null;
  return limit.showsUnrated
    ? { age: limit.maxAge + 1, restriction: 'EXCLUDE' }
    : { age: limit.maxAge, restriction: 'ALLOW_ONLY' };
}
