import { CoverSource } from '@lectern/contract';

const SOURCES = new Map<string | null, CoverSource>(CoverSource.options.map((source) => [source, source]));

/** A stored source of a cover; null for none, and for one of a release to come. */
export function coverSourceOf(stored: string | null): CoverSource | null {
  return SOURCES.get(stored) ?? null;
}
