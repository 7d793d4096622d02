import { z } from 'zod';

/** Rows on a page by default. */
const SIZE = 20;
const MAX_SIZE = 2_000;
const MAX_PAGE = 1_000_000;

const repeated = z.union([z.string(), z.array(z.string())]);
const takeLast = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/** `true`; other texts are false, and a missing one is undefined. */
export const Flag = repeated.transform((value) => [value].flat().at(-1)?.trim().toLowerCase() === 'true').optional();

/** A list in a query: repeated names and commas both divide it. */
export const TextList = repeated
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  )
  .pipe(z.array(z.string().max(1_000)).max(500))
  .optional();

/** A single text; the last one counts. */
export const Text = z.preprocess(takeLast, z.string().max(2_000).optional());

/** Which page of a list; values that make no sense fall back to the defaults. */
export const Paging = z.object({
  page: z.preprocess(takeLast, z.coerce.number().int().min(0).max(MAX_PAGE)).catch(0).default(0),
  size: z
    .preprocess(takeLast, z.coerce.number().int().min(1))
    .catch(SIZE)
    .default(SIZE)
    .transform((size) => Math.min(size, MAX_SIZE)),
  unpaged: Flag,
  /** `property,asc` or `property,desc`, repeated. */
  sort: repeated.transform((value) => [value].flat().slice(0, 10)).optional(),
});
export type Paging = z.output<typeof Paging>;

/** A part of a list. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A page as use cases count it: from 1. */
export interface Wanted {
  readonly page: number;
  readonly pageSize: number;
}

/** Rows that are read at once of an unpaged list. */
const BATCH = 500;
/** An unpaged list ends here. */
const MAX_UNPAGED = 100_000;

/** Reads one page, or all pages of an unpaged list one after another. */
export async function readPart<Row>(
  { page, size, unpaged }: Paging,
  read: (wanted: Wanted) => Promise<Part<Row>>,
): Promise<Part<Row>> {
  if (unpaged !== true) return read({ page: page + 1, pageSize: size });
  const rows: Row[] = [];
  for (let number = 1; rows.length < MAX_UNPAGED; number += 1) {
    const part = await read({ page: number, pageSize: BATCH });
    rows.push(...part.rows);
    if (part.rows.length < BATCH) break;
  }
  return { rows, total: rows.length };
}

/** A page in the dialect. Apps read every key, so all are there. */
export function toPage(paging: Paging, content: readonly unknown[], total: number): Readonly<Record<string, unknown>> {
  const isPaged = paging.unpaged !== true;
  const size = isPaged ? paging.size : Math.max(total, SIZE);
  const number = isPaged ? paging.page : 0;
  const totalPages = isPaged ? Math.ceil(total / size) : 1;
  const sorted = (paging.sort ?? []).length > 0;
  const sort = { empty: !sorted, sorted, unsorted: !sorted };
  return {
    content,
    pageable: { pageNumber: number, pageSize: size, offset: number * size, paged: isPaged, unpaged: !isPaged, sort },
    totalElements: total,
    totalPages,
    last: number + 1 >= totalPages,
    first: number === 0,
    size,
    number,
    numberOfElements: content.length,
    empty: content.length === 0,
    sort,
  };
}
