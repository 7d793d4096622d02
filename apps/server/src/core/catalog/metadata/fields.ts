import { BOOK_FIELDS, BOOK_LOCKS, type MetadataField, SERIES_FIELDS, SERIES_LOCKS } from '@lectern/contract';

const FIELDS: Readonly<Record<'book' | 'series', Readonly<Record<string, MetadataField>>>> = {
  book: BOOK_FIELDS,
  series: SERIES_FIELDS,
};

/** The lock of a field. Sharing tags have none that can be set. */
export function getLockName(kind: 'book' | 'series', field: string): string {
  return FIELDS[kind][field]?.lock ?? (kind === 'book' ? `${field}Lock` : field);
}

/** The lock of the chosen cover, which also changes the shown cover. */
export const COVER_LOCK = { book: 'coverLock', series: 'cover' } as const;

/** All locks except that of the cover. */
export function plainLocks(kind: 'book' | 'series'): readonly string[] {
  const names: readonly string[] = kind === 'book' ? BOOK_LOCKS : SERIES_LOCKS;
  return names.filter((name) => name !== COVER_LOCK[kind]);
}
