import { z } from 'zod';
import type { DocumentAnswer, StatusAnswer } from '../requests/dialect-route.ts';

/** A JSON answer. @param status 200 unless given */
export function json(value: unknown, status = 200): DocumentAnswer {
  return { kind: 'document', contentType: 'application/json', text: JSON.stringify(value), status };
}

/** What was asked for is done later, by a task. */
export const ACCEPTED: StatusAnswer = { kind: 'status', status: 202 };

/** `2026-01-31T12:00:00Z`: apps read no fractions of a second. @param at epoch milliseconds, or RFC 3339 */
export function timeOf(at: number | string): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** `12.3 MiB`. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** Rows on a page unless asked otherwise, and at most. */
const SIZE = 20;
const MAX_SIZE = 2_000;
const MAX_PAGE = 1_000_000;

const flag = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat().at(-1)?.trim().toLowerCase() === 'true')
  .optional();

/** `true`; anything else is false, and nothing is undefined. */
export const Flag = flag;

/** A list in a query: repeated names and commas both divide it. */
export const TextList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  )
  .pipe(z.array(z.string().max(1_000)).max(500))
  .optional();

const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/** A text that is sent once; of several the last one counts. */
export const Text = z.preprocess(last, z.string().max(2_000).optional());

/** How a list is asked for; what makes no sense is as if it had not been sent. */
export const Paging = z.object({
  page: z.preprocess(last, z.coerce.number().int().min(0).max(MAX_PAGE)).catch(0).default(0),
  size: z
    .preprocess(last, z.coerce.number().int().min(1))
    .catch(SIZE)
    .default(SIZE)
    .transform((size) => Math.min(size, MAX_SIZE)),
  unpaged: flag,
  /** `property,asc` or `property,desc`, repeated. */
  sort: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat().slice(0, 10))
    .optional(),
});
export type Paging = z.output<typeof Paging>;

/** A part of a list. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** How much of a list is asked for, in the words of the use cases: pages from 1. */
export interface Wanted {
  readonly page: number;
  readonly pageSize: number;
}

/** Rows that are read at once of a list that is wanted whole. */
const BATCH = 500;
/** A list that is wanted whole ends here. */
const MAX_UNPAGED = 100_000;

/** Reads the page that is asked for, or all of them one after another. */
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

/**
 * A page as the dialect writes it: every key is there, since apps read them all.
 * @param content what stands for the rows
 */
export function pageOf(paging: Paging, content: readonly unknown[], total: number): Readonly<Record<string, unknown>> {
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
