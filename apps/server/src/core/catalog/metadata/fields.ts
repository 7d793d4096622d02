import { BOOK_LOCKS, SERIES_LOCKS } from '@lectern/contract';

/** Locks of books whose names do not follow from their fields. */
const BOOK_LOCK_NAMES: Readonly<Record<string, string>> = {
  authors: 'authorsJsonLock',
  awards: 'awardsJsonLock',
  genres: 'genreLock',
};

/** The lock of a field of a book. */
export function bookLockOf(field: string): string {
  return BOOK_LOCK_NAMES[field] ?? `${field}Lock`;
}

/** The lock of a field of a series: its name, but for the authors. */
export function seriesLockOf(field: string): string {
  return field === 'authors' ? 'authorsJsonLock' : field;
}

/** The lock of a field. */
export function lockOf(kind: 'book' | 'series', field: string): string {
  return kind === 'book' ? bookLockOf(field) : seriesLockOf(field);
}

/** How the lock of the chosen cover is called: it is set and cleared together with what is shown. */
export const COVER_LOCK = { book: 'coverLock', series: 'cover' } as const;

/** Every lock but that of the cover. */
export function plainLocks(kind: 'book' | 'series'): readonly string[] {
  const names: readonly string[] = kind === 'book' ? BOOK_LOCKS : SERIES_LOCKS;
  return names.filter((name) => name !== COVER_LOCK[kind]);
}

/** Fields by which one role is named, with the role. */
export const ROLE_FIELDS = {
  writer: 'writer',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  coverArtist: 'cover_artist',
  editor: 'editor',
  translator: 'translator',
} as const;
export type RoleField = keyof typeof ROLE_FIELDS;
