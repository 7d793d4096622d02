import { knownSize, type PageShape, usualSize } from './page-shape.ts';
import type { Position } from './position.ts';

/** Layout of a continuous strip, in CSS pixels from its top. */
export interface Strip {
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  readonly height: number;
}

/** Stacks pages of equal width; unknown sizes take the median page's shape. */
export function layoutStrip(pages: readonly PageShape[], width: number, gap: number): Strip {
  const usual = usualSize(pages);
  const tops: number[] = [];
  const heights: number[] = [];
  let top = 0;
  for (const page of pages) {
    const size = knownSize(page) ?? usual;
    const height = Math.max(1, Math.round((width * size.height) / size.width));
    tops.push(top);
    heights.push(height);
    top += height + gap;
  }
  return { tops, heights, height: Math.max(0, top - (pages.length > 0 ? gap : 0)) };
}

/** The page (from 1) at `offset`; the gap below a page belongs to it. */
export function pageAt({ tops }: Strip, offset: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** First and last page that intersect a range. */
export function pagesBetween(strip: Strip, from: number, to: number): readonly [number, number] {
  return [pageAt(strip, from), pageAt(strip, Math.max(from, to - 1))];
}

/** The place at `offset`, independent of width and gaps. */
export function positionAt(strip: Strip, offset: number): Position {
  const page = pageAt(strip, offset);
  const height = strip.heights[page - 1] ?? 1;
  return { page, fraction: Math.min(1, Math.max(0, (offset - (strip.tops[page - 1] ?? 0)) / height)) };
}

/** Inverse of `positionAt`. */
export function getOffset(strip: Strip, { page, fraction }: Position): number {
  const index = Math.min(strip.tops.length, Math.max(1, page)) - 1;
  return (strip.tops[index] ?? 0) + fraction * (strip.heights[index] ?? 0);
}
