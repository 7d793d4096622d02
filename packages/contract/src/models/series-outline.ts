import { z } from 'zod';
import { Count } from './scalars.ts';

/** `volume`: the books of one volume. `chapters`: chapters without a volume. `specials`: books that are neither. */
export const SectionKind = z.enum(['volume', 'chapters', 'specials']);
export type SectionKind = z.infer<typeof SectionKind>;

export const SeriesSection = z.object({
  kind: SectionKind,
  /** Null unless it is a volume. */
  volume: z.int().nullable(),
  bookCount: Count,
  readCount: Count,
});
export type SeriesSection = z.infer<typeof SeriesSection>;

/** Numbers that no book has, both ends included. */
export const SeriesGap = z.object({
  unit: z.enum(['volume', 'chapter', 'number']),
  from: z.int(),
  to: z.int(),
  /** Position from 0 of the section that it follows or lies in; null in a series without sections. */
  section: z.int().nullable(),
  /** How many books precede it: of its section, else of the series, in reading order. */
  index: Count,
});
export type SeriesGap = z.infer<typeof SeriesGap>;

/** How a series is built. */
export const SeriesOutline = z.object({
  bookCount: Count,
  /** Empty unless some volume consists of chapters. */
  sections: z.array(SeriesSection),
  gaps: z.array(SeriesGap),
});
export type SeriesOutline = z.infer<typeof SeriesOutline>;
