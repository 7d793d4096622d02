import { z } from 'zod';

/** Query of covers: width (rounded up to a stored one), and a version for immutable addresses. */
export const CoverQuery = z.object({
  width: z.coerce.number().int().min(16).max(8192).optional(),
  format: z.enum(['webp', 'jpeg']).optional(),
  v: z.string().max(64).optional(),
});

export const BookCoverQuery = CoverQuery.extend({
  source: z
    .enum(['automatic'])
    .optional()
    .meta({ description: '`automatic`: the cover of the file, whatever was chosen; without it the one that is shown' }),
});

/** Query of a collection's or read list's cover. */
export const ListCoverQuery = CoverQuery.extend({
  source: z.enum(['automatic']).optional().meta({
    description: '`automatic`: that of its members, whatever picture was sent; without it the one that is shown',
  }),
});
