import { z } from 'zod';

/** Query of every cover: the width asked for (rounded up to a width that is kept), and a version for immutable addresses. */
export const CoverQuery = z.object({
  width: z.coerce.number().int().min(16).max(8192).optional(),
  format: z.enum(['webp', 'jpeg']).optional(),
  v: z.string().max(64).optional(),
});

/** Query of the cover of a book. */
export const BookCoverQuery = CoverQuery.extend({
  source: z
    .enum(['automatic'])
    .optional()
    .meta({ description: '`automatic`: the cover of the file, whatever was chosen; without it the one that is shown' }),
});

/** Query of the cover of a collection or read list. */
export const ListCoverQuery = CoverQuery.extend({
  source: z.enum(['automatic']).optional().meta({
    description: '`automatic`: that of its members, whatever picture was sent; without it the one that is shown',
  }),
});
