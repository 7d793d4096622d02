import type { EmbeddedMetadata, SeriesSidecar } from '@lectern/formats';
import { z } from 'zod';

/** What a series says of itself, and files can say of it. */
export interface SeriesValues {
  readonly summary: string | null;
  readonly publisher: string | null;
  readonly year: number | null;
  readonly status: string;
}

type Field = keyof SeriesValues;
type Said = Readonly<Partial<Record<Field, string | number>>>;

const FIELDS: readonly Field[] = ['summary', 'publisher', 'year', 'status'];
/** What a series has that nobody has said anything about; a status is never null. */
const BLANK: SeriesValues = { summary: null, publisher: null, year: null, status: 'ongoing' };

const Filling = z.object({ from: z.enum(['series.json', 'book', 'folder']), value: z.union([z.string(), z.number()]) });
const Fillings = z.record(z.string(), Filling).catch({});
/** By field: what a file put there. */
type Filled = Map<string, z.infer<typeof Filling>>;

/** The fields of a series as they are. */
export interface SeriesFields extends SeriesValues {
  /** Values that come from files, as this module stores them; null for a series of before that was kept in mind. */
  readonly filled: string | null;
  /** Names of locked fields, JSON array. */
  readonly locks: string;
}

/** What is to be written. */
export interface SeriesChange {
  /** Fields whose value changes. */
  readonly values: Partial<SeriesValues>;
  readonly filled: string;
}

const Locks = z.array(z.string()).catch([]);

/** Fields no person has a say in: blank, or as a file left them. A value that differs from the file's is a person's. */
function ownFields(series: SeriesFields, filled: Readonly<Filled>): ReadonlySet<Field> {
  const locks = new Set(Locks.parse(JSON.parse(series.locks)));
  const isOwn = (field: Field): boolean => {
    if (locks.has(field) || locks.has(`${field}Lock`)) return false;
    const value = series[field];
    if (value === BLANK[field] || filled.get(field)?.value === value) return true;
    // Before it was kept in mind, only books said anything about a series.
    return series.filled === null && field !== 'status';
  };
  return new Set(FIELDS.filter(isOwn));
}

function readFilled({ filled }: SeriesFields): Filled {
  return new Map(Object.entries(filled === null ? {} : Fillings.parse(JSON.parse(filled))));
}

function changeOf(series: SeriesFields, filled: Filled, wanted: Partial<SeriesValues>): SeriesChange {
  const news = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== series[field]);
  const values: Partial<SeriesValues> = Object.fromEntries(news.map((field) => [field, wanted[field]]));
  return { values, filled: JSON.stringify(Object.fromEntries(filled)) };
}

/**
 * What a series.json makes of its series: it goes before what books say and never touches what a person said. What it no
 * longer says becomes what the first book says, else blank.
 * @param book what the first book of the series says
 */
export function planFromSeriesJson(series: SeriesFields, said: Partial<SeriesSidecar>, book: Said): SeriesChange {
  const filled = readFilled(series);
  const own = ownFields(series, filled);
  const wanted: { [Key in Field]?: string | number | null } = {};
  for (const field of FIELDS) {
    const known = filled.get(field);
    if (!own.has(field)) {
      filled.delete(field);
      continue;
    }
    const value = said[field];
    const fallback = book[field];
    if (value !== undefined) {
      wanted[field] = value;
      filled.set(field, { from: 'series.json', value });
    } else if (known?.from === 'series.json') {
      wanted[field] = fallback ?? BLANK[field];
      if (fallback === undefined) filled.delete(field);
      else filled.set(field, { from: 'book', value: fallback });
    }
  }
  return changeOf(series, filled, wanted as Partial<SeriesValues>);
}

/** What a book says of its series. */
export function saidByBook({ summary, publisher, year }: EmbeddedMetadata): Said {
  const said = { summary, publisher, year };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** What the first analysed book makes of its series: only where nothing at all is known yet, and nothing is locked. */
export function planFromBook(series: SeriesFields, metadata: EmbeddedMetadata): SeriesChange | undefined {
  const filled = readFilled(series);
  const { publisher, ...others } = saidByBook(metadata);
  // The owner's folders say it for all books alike.
  const isNamed = publisher === undefined || filled.get('publisher')?.from === 'folder';
  const said: Said = isNamed ? others : { ...others, publisher };
  const own = ownFields(series, filled);
  const isFromFolder = filled.get('publisher')?.from === 'folder';
  const isUntouched = (['summary', 'publisher', 'year'] as const).every(
    (field) => own.has(field) && (series[field] === null || (field === 'publisher' && isFromFolder)),
  );
  if (!isUntouched || Object.keys(said).length === 0) return undefined;
  for (const [field, value] of Object.entries(said)) filled.set(field, { from: 'book', value });
  return changeOf(series, filled, said as Partial<SeriesValues>);
}

/** Whether some field of a series comes from its folders. */
export function saysFolder(filled: string | null): boolean {
  return filled?.includes('"from":"folder"') ?? false;
}

/**
 * What the folders make of the publisher of a series: only where nobody else said anything.
 * @param publisher null when they name none
 */
export function planFromFolders(series: SeriesFields, publisher: string | null): SeriesChange | undefined {
  const filled = readFilled(series);
  const isFree = series.publisher === null || filled.get('publisher')?.from === 'folder';
  if (!isFree || series.publisher === publisher || !ownFields(series, filled).has('publisher')) return undefined;
  if (publisher === null) filled.delete('publisher');
  else filled.set('publisher', { from: 'folder', value: publisher });
  return changeOf(series, filled, { publisher });
}
