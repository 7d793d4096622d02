import { z } from 'zod';
import { SERIES_FIELDS } from '../metadata-fields.ts';
import { choiceSchema } from '../metadata-schemas.ts';

/** Any UUID; Lectern creates version 7. */
export const Id = z.guid();

/** RFC 3339, UTC, milliseconds, `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** A time as a `Timestamp`; null stays. @param at epoch milliseconds */
export function toTimestamp<At extends number | null>(at: At): At extends null ? null : string;
export function toTimestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export const Count = z.int().min(0);

/** Free-form JSON: its keys are never translated between spellings. */
export const FreeForm = z.json();

export const ReadingDirection = choiceSchema(SERIES_FIELDS.readingDirection);
export type ReadingDirection = z.infer<typeof ReadingDirection>;

/** A query flag: `true`, `false`, `1`, `0`. */
export const Flag = z
  .enum(['true', 'false', '1', '0'])
  .optional()
  .transform((text) => text === 'true' || text === '1');
