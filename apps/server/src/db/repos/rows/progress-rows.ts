import type { ReadProgress } from '@lectern/contract';
import { z } from 'zod';

/** A row of progress with what its percentage is computed from. */
export interface ProgressRow {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string;
  readonly currentPage: number;
  /** As a client stored it, 0 to 1. */
  readonly percentage: number | null;
  readonly completed: number;
  readonly completedAt: number | null;
  /** JSON. */
  readonly locator: string | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** Of the book. */
  readonly layout: string | null;
  readonly pageCount: number;
}

const Locator = z.record(z.string(), z.json());

/** Stored for text; for pages the page says it, unless their number is not known yet. */
function computePercentage({ percentage, layout, currentPage, pageCount }: ProgressRow): number | null {
  if (percentage !== null && (layout === 'reflowable' || pageCount === 0)) return percentage;
  return pageCount === 0 ? null : Math.min(1, currentPage / pageCount);
}

/** The progress of a book, as the API shows it. */
export function toReadProgress(row: ProgressRow): ReadProgress {
  return {
    id: row.id,
    bookId: row.bookId,
    userId: row.userId,
    currentPage: row.currentPage,
    completed: row.completed === 1,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
    progressPercentage: computePercentage(row),
    startedAt: new Date(row.startedAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    ...(row.locator === null ? {} : { locator: Locator.parse(JSON.parse(row.locator)) }),
  };
}
