import { BOOK_FIELDS, type MetadataField, SERIES_FIELDS } from './metadata-field-table.ts';

export { BOOK_FIELDS, type FieldFamily, type MetadataField, SERIES_FIELDS } from './metadata-field-table.ts';

/** Fields with the people of one role as text, joined by `, `; `plural` is their list in responses. */
export const ROLE_FIELDS = {
  writer: { role: 'writer', plural: 'writers', lock: 'writerLock', label: 'Writer' },
  penciller: { role: 'penciller', plural: 'pencillers', lock: 'pencillerLock', label: 'Pencils' },
  inker: { role: 'inker', plural: 'inkers', lock: 'inkerLock', label: 'Inks' },
  colorist: { role: 'colorist', plural: 'colorists', lock: 'coloristLock', label: 'Colours' },
  letterer: { role: 'letterer', plural: 'letterers', lock: 'lettererLock', label: 'Letters' },
  coverArtist: { role: 'cover_artist', plural: 'coverArtists', lock: 'coverArtistLock', label: 'Cover' },
  editor: { role: 'editor', plural: 'editors', lock: 'editorLock', label: 'Editor' },
  translator: { role: 'translator', plural: null, lock: 'translatorLock', label: 'Translator' },
} as const;

export type BookField = keyof typeof BOOK_FIELDS;
export type SeriesField = keyof typeof SERIES_FIELDS;
export type RoleField = keyof typeof ROLE_FIELDS;

type Fields = Readonly<Record<string, MetadataField>>;

/** Names of fields with one kind of storage. */
export type StoredAs<Table extends Fields, Way extends MetadataField['stored']> = {
  [Name in keyof Table]: Table[Name]['stored'] extends Way ? Name : never;
}[keyof Table];

/** The same as a list, in table order. */
export function fieldsStoredAs<Table extends Fields, const Way extends MetadataField['stored']>(
  table: Table,
  way: Way,
): readonly StoredAs<Table, Way>[] {
  return namesWhere(table, ({ stored }) => stored === way) as StoredAs<Table, Way>[];
}

/** Names of fields that a file states directly. */
export type SaidByFile<Table extends Fields> = {
  [Name in keyof Table]: Table[Name]['fromFile'] extends 'same' ? Name : never;
}[keyof Table];

/** The same as a list, in table order. */
export function fieldsSaidByFile<Table extends Fields>(table: Table): readonly SaidByFile<Table>[] {
  return namesWhere(table, ({ fromFile }) => fromFile === 'same') as SaidByFile<Table>[];
}

/** Names of fields that meet a condition. */
export function namesWhere(table: Fields, condition: (field: MetadataField) => boolean): readonly string[] {
  return Object.entries(table).flatMap(([name, field]) => (condition(field) ? [name] : []));
}

/** Filters on metadata, with the kind of each value. */
export type FieldFilters<Table extends Fields> = {
  readonly [Name in keyof Table as Table[Name] extends {
    readonly filter: readonly [infer Filter extends string, 'text' | 'number'];
  }
    ? Filter
    : never]: Table[Name] extends { readonly filter: readonly [string, infer Family] } ? Family : never;
};

/** Filters on the metadata of a table, with the kind of each value. */
export function deriveFilters<Table extends Fields>(table: Table): FieldFilters<Table> {
  const filters = Object.values<MetadataField>(table).flatMap(({ filter }) => (filter === undefined ? [] : [filter]));
  return Object.fromEntries(filters) as FieldFilters<Table>;
}

/** Lock of the cover's choice. */
const COVER_LOCK = { book: 'coverLock', series: 'cover' } as const;

export type BookLockName =
  | (typeof BOOK_FIELDS)[BookField]['lock']
  | (typeof ROLE_FIELDS)[RoleField]['lock']
  | typeof COVER_LOCK.book;
export type SeriesLockName = (typeof SERIES_FIELDS)[SeriesField]['lock'] | typeof COVER_LOCK.series;

function listLocks<Lock extends string>(
  ...tables: readonly Readonly<Record<string, { readonly lock: Lock }>>[]
): Lock[] {
  return tables.flatMap((table) => Object.values(table).map(({ lock }) => lock));
}

/** All locks of a book, sorted: fields, roles and cover. */
export const BOOK_LOCKS: readonly BookLockName[] = [
  ...listLocks<BookLockName>(BOOK_FIELDS, ROLE_FIELDS),
  COVER_LOCK.book,
].sort();

/** All locks of a series, sorted; `authorsJsonLock` is the irregular one. */
export const SERIES_LOCKS: readonly SeriesLockName[] = [
  ...listLocks<SeriesLockName>(SERIES_FIELDS),
  COVER_LOCK.series,
].sort();
