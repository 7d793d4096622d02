import type { ReleaseSpan } from '@lectern/contract';
import { z } from 'zod';

const Stored = z.array(z.object({ start: z.number(), end: z.number() }));

/**
 * Spans in order: reversed ones turned, those that overlap or touch made one.
 * @returns null for none
 */
export function mergeSpans(spans: readonly ReleaseSpan[] | null | undefined): ReleaseSpan[] | null {
  const sorted = (spans ?? [])
    .map(({ start, end }) => ({ start: Math.min(start, end), end: Math.max(start, end) }))
    .toSorted((one, other) => one.start - other.start);
  const merged: ReleaseSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else last.end = Math.max(last.end, span.end);
  }
  return merged.length === 0 ? null : merged;
}

/** The last number that spans reach; null for none. */
export function largestEnd(spans: readonly ReleaseSpan[] | null): number | null {
  return spans === null ? null : Math.max(...spans.map(({ end }) => end));
}

/** Spans as they are stored; null for none. */
export function readSpans(json: string | null): ReleaseSpan[] | null {
  return json === null ? null : Stored.parse(JSON.parse(json));
}
