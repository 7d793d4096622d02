import type { ReleaseSpan } from '@lectern/contract';
import { z } from 'zod';

const Span = z.object({ start: z.number(), end: z.number() });
const Stored = z.array(Span);
const Chapters = z.record(z.string(), Span);

/** Sorted spans; reversed spans are turned, overlapping and touching ones are merged. Null for none. */
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

/** The largest end of the spans. */
export function largestEnd(spans: readonly ReleaseSpan[] | null): number | null {
  return spans === null ? null : Math.max(...spans.map(({ end }) => end));
}

/** Parses stored spans. */
export function readSpans(json: string | null): ReleaseSpan[] | null {
  return json === null ? null : Stored.parse(JSON.parse(json));
}

/** Parses a stored map from volumes to their chapters. */
export function readChapterMap(json: string | null): Record<string, ReleaseSpan> {
  return json === null ? {} : Chapters.parse(JSON.parse(json));
}
