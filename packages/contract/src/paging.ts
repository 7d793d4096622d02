import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 500;

/** Query of every paginated list: out-of-range numbers are clamped, other texts refused. */
export const PageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .optional()
    .transform((page) => Math.max(1, page ?? 1)),
  pageSize: z.coerce
    .number()
    .int()
    .optional()
    .transform((size) => (size === undefined || size < 1 ? DEFAULT_PAGE_SIZE : Math.min(size, MAX_PAGE_SIZE))),
});

/** `sort=field,dir` or `sort=field&order=dir`; the list checks the field. */
export const SortQuery = z.object({ sort: z.string().optional(), order: z.string().optional() });

/** Schema of one page of a list. */
export function paginated<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    page: z.int().min(1),
    pageSize: z.int(),
    total: z.int().min(0),
    totalPages: z.int().min(0),
    links: z.object({
      self: z.string(),
      first: z.string(),
      last: z.string(),
      next: z.string().nullable(),
      prev: z.string().nullable(),
    }),
  });
}
