import type { EmbeddedMetadata, SeriesSidecar } from '@lectern/formats';
import { z } from 'zod';

interface SeriesValues {
  readonly summary: string | null;
  readonly publisher: string | null;
  readonly year: number | null;
  readonly status: string;
  readonly imprint: string | null;
  readonly ageRating: number | null;
  readonly language: string | null;
}

type Field = keyof SeriesValues;
type Said = Readonly<Partial<Record<Field, string | number>>>;

const FIELDS: readonly Field[] = ['summary', 'publisher', 'year', 'status', 'imprint', 'ageRating', 'language'];
const BLANK: SeriesValues = {
  summary: null,
  publisher: null,
  year: null,
  status: 'ongoing',
  imprint: null,
  ageRating: null,
  language: null,
};

const Filling = z.object({
  from: z.enum(['series.json', 'book', 'folder']),
  value: z.union([z.string(), z.number()]),
  /** Absent in rows of older releases, where it means the first book. */
  bookId: z.string().optional(),
});
const Fillings = z.record(z.string(), Filling).catch({});
type Filled = Map<string, z.infer<typeof Filling>>;

/** Series fields of a series.json. */
export function readSeriesJsonFields({ summary, publisher, year, status, ...said }: Partial<SeriesSidecar>): Said {
  const { imprint, ageRating } = said;
  const values = { summary, publisher, year, status, imprint, ageRating };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The current fields of a series. */
export interface SeriesFields extends SeriesValues {
  /** Stored `Filled`; null in rows of older releases. */
  readonly filled: string | null;
  /** Names of locked fields, JSON array. */
  readonly locks: string;
}

/** A planned change. */
export interface SeriesChange {
  readonly values: Partial<SeriesValues>;
  readonly filled: string;
}

const Locks = z.array(z.string()).catch([]);

/** Unlocked fields: an edit locks its field. */
function ownFields({ locks: stored }: SeriesFields): ReadonlySet<Field> {
  const locks = new Set(Locks.parse(JSON.parse(stored)));
  return new Set(FIELDS.filter((field) => !locks.has(field) && !locks.has(`${field}Lock`)));
}

function readFilled({ filled }: SeriesFields): Filled {
  return new Map(Object.entries(filled === null ? {} : Fillings.parse(JSON.parse(filled))));
}

function toChange(series: SeriesFields, filled: Filled, wanted: Partial<SeriesValues>): SeriesChange {
  const news = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== series[field]);
  const values: Partial<SeriesValues> = Object.fromEntries(news.map((field) => [field, wanted[field]]));
  return { values, filled: JSON.stringify(Object.fromEntries(filled)) };
}

/**
 * Applies a series.json. It takes precedence over books, and never changes a locked field. A value that it no longer has comes
 * from the books, else becomes blank.
 */
export function planFromSeriesJson(series: SeriesFields, json: Partial<SeriesSidecar>, books: SaidByBooks) {
  const said = readSeriesJsonFields(json);
  const filled = readFilled(series);
  const own = ownFields(series);
  const wanted: { [Key in Field]?: string | number | null } = {};
  for (const field of FIELDS) {
    const known = filled.get(field);
    if (!own.has(field)) {
      filled.delete(field);
      continue;
    }
    const value = said[field];
    const fallback = books.get(field);
    if (value !== undefined) {
      wanted[field] = value;
      filled.set(field, { from: 'series.json', value });
    } else if (known?.from === 'series.json') {
      wanted[field] = fallback?.value ?? BLANK[field];
      if (fallback === undefined) filled.delete(field);
      else filled.set(field, { from: 'book', ...fallback });
    }
  }
  return toChange(series, filled, wanted as Partial<SeriesValues>);
}

function readBookFields({ languageIso: language, ...metadata }: EmbeddedMetadata): Said {
  const { summary, publisher, year, imprint, ageRating } = metadata;
  const said = { summary, publisher, year, imprint, ageRating, language };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** A book with its metadata. */
export interface Teller {
  readonly bookId: string;
  readonly metadata: EmbeddedMetadata;
}

/** For each field, the first book with a value. */
export type SaidByBooks = ReadonlyMap<Field, { readonly value: string | number; readonly bookId: string }>;

const OF_BOOKS = FIELDS.filter((field) => field !== 'status');

/**
 * Adds values of further books to those of earlier ones.
 * @param tellers in reading order
 * @returns whether every field has a value
 */
export function addBookValues(
  said: Map<Field, { value: string | number; bookId: string }>,
  tellers: readonly Teller[],
) {
  for (const { bookId, metadata } of tellers) {
    const values = readBookFields(metadata);
    for (const field of OF_BOOKS) {
      const value = values[field];
      if (value !== undefined && !said.has(field)) said.set(field, { value, bookId });
    }
  }
  return said.size === OF_BOOKS.length;
}

/** Fields that a book may fill; none when a user or a series.json has filled the series first. */
function listBookFields(series: SeriesFields, filled: Readonly<Filled>): readonly Field[] {
  const own = ownFields(series);
  const isOfBooks = (['summary', 'publisher', 'year'] as const).every((field) => {
    const from = filled.get(field)?.from;
    return !own.has(field) || series[field] === null || from === 'book' || (field === 'publisher' && from === 'folder');
  });
  if (!isOfBooks) return [];
  return FIELDS.filter((field) => own.has(field) && (filled.get(field)?.from ?? 'book') === 'book');
}

/**
 * Lists the books whose values this book contradicts.
 * @returns their ids; undefined means the first book of the series
 */
export function listRivals(series: SeriesFields, { bookId, metadata }: Teller): readonly (string | undefined)[] {
  const filled = readFilled(series);
  const said = readBookFields(metadata);
  const rivals = listBookFields(series, filled).flatMap((field) => {
    const known = filled.get(field);
    const isOther = known !== undefined && said[field] !== undefined && said[field] !== known.value;
    return isOther && known.bookId !== bookId ? [known.bookId] : [];
  });
  return [...new Set(rivals)];
}

/**
 * Applies a book. Each unlocked field has the value of the first book in reading order that has one, whatever the order of
 * analyses.
 * @param beaten rivals that come after this book
 */
export function planFromBook(
  series: SeriesFields,
  { bookId, metadata }: Teller,
  beaten: ReadonlySet<string | undefined>,
): SeriesChange | undefined {
  const filled = readFilled(series);
  const said = readBookFields(metadata);
  const wanted: { [Key in Field]?: string | number } = {};
  for (const field of listBookFields(series, filled)) {
    const value = said[field];
    const known = filled.get(field);
    if (value === undefined || known?.value === value) continue;
    if (known !== undefined && known.bookId !== bookId && !beaten.has(known.bookId)) continue;
    wanted[field] = value;
    filled.set(field, { from: 'book', value, bookId });
  }
  return Object.keys(wanted).length === 0 ? undefined : toChange(series, filled, wanted as Partial<SeriesValues>);
}

/** Whether a folder name filled a field. */
export function hasFolderValue(filled: string | null): boolean {
  return filled?.includes('"from":"folder"') ?? false;
}

/** Applies the publisher of the folder names, where no other source has one; null when they name none. */
export function planFromFolders(series: SeriesFields, publisher: string | null): SeriesChange | undefined {
  const filled = readFilled(series);
  const isFree = series.publisher === null || filled.get('publisher')?.from === 'folder';
  if (!isFree || series.publisher === publisher || !ownFields(series).has('publisher')) return undefined;
  if (publisher === null) filled.delete('publisher');
  else filled.set('publisher', { from: 'folder', value: publisher });
  return toChange(series, filled, { publisher });
}

function folderPublisher(filled: Readonly<Filled>): string | undefined {
  const known = filled.get('publisher');
  return known?.from === 'folder' && typeof known.value === 'string' ? known.value : undefined;
}

/** The source of a field with the highest precedence. */
function findSource(
  field: Field,
  filled: Readonly<Filled>,
  json: Said,
  books: SaidByBooks,
): z.infer<typeof Filling> | undefined {
  const [inJson, inBook] = [json[field], books.get(field)];
  if (inJson !== undefined) return { from: 'series.json', value: inJson };
  const publisher = field === 'publisher' ? folderPublisher(filled) : undefined;
  if (publisher !== undefined) return { from: 'folder', value: publisher };
  return inBook === undefined ? undefined : { from: 'book', ...inBook };
}

/** Recomputes every unlocked field from all files. */
export function planFromFiles(series: SeriesFields, json: Said, books: SaidByBooks): SeriesChange {
  const filled = readFilled(series);
  const wanted: { [Key in Field]?: string | number | null } = {};
  for (const field of ownFields(series)) {
    const source = findSource(field, filled, json, books);
    wanted[field] = source?.value ?? BLANK[field];
    if (source === undefined) filled.delete(field);
    else filled.set(field, source);
  }
  return toChange(series, filled, wanted as Partial<SeriesValues>);
}

/** Whether a field that a user unlocked still has the user's value. */
export function isStale(series: SeriesFields): boolean {
  const filled = readFilled(series);
  return [...ownFields(series)].some((field) => series[field] !== (filled.get(field)?.value ?? BLANK[field]));
}
