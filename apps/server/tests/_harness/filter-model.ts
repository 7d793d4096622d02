import type { BookFilterField, FilterClause, SeriesFilterField } from '@lectern/contract';
import type { FilterShelf, ModelBook, ModelSeries } from './filter-shelf.ts';

/** A condition as a client sends it. */
export type Sent =
  | { readonly allOf: readonly Sent[] }
  | { readonly anyOf: readonly Sent[] }
  | Readonly<Record<string, FilterClause>>;

type Value = string | number | boolean | null;

function isPlain(text: string): boolean {
  return (text.codePointAt(0) ?? 0) < 0x80;
}

function fold(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return Array.from(lower).length === 1 && isPlain(lower) === isPlain(letter) ? lower : letter;
  }).join('');
}

function toKey(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC');
  return bare.toLowerCase().replace(/\s+/g, ' ').trim();
}

function compareText(own: string, operator: string, wanted: string): boolean {
  if (operator === 'is') return own === wanted;
  if (operator === 'contains') return own.includes(wanted);
  return operator === 'beginsWith' ? own.startsWith(wanted) : own.endsWith(wanted);
}

function passesText(own: string, operator: string, wanted: string): boolean {
  const forms = [wanted, wanted.normalize('NFC'), wanted.normalize('NFD')];
  return forms.some((form) => compareText(fold(own), operator, fold(form)));
}

function passesNumber(own: number, { operator, value, min, max }: FilterClause): boolean {
  const wanted = Number(value);
  switch (operator) {
    case 'eq':
    case 'is':
      return own === wanted;
    case 'gt':
      return own > wanted;
    case 'gte':
      return own >= wanted;
    case 'lt':
      return own < wanted;
    case 'lte':
      return own <= wanted;
    default:
      return own >= (min ?? -Infinity) && own <= (max ?? Infinity);
  }
}

const DAY = 86_400_000;

function passesDate(own: number, { operator, value, start, end }: FilterClause): boolean {
  const first = (text: string | undefined) => (text === undefined ? -Infinity : Date.parse(text));
  const last = (text: string | undefined) =>
    text === undefined ? Infinity : Date.parse(text) + (text.length === 10 ? DAY - 1 : 0);
  const wanted = String(value);
  switch (operator) {
    case 'after':
      return own > last(wanted);
    case 'onOrAfter':
      return own >= first(wanted);
    case 'before':
      return own < first(wanted);
    case 'onOrBefore':
      return own <= last(wanted);
    default:
      return own >= first(start) && own <= last(end);
  }
}

const POSITIVE: Readonly<Record<string, FilterClause['operator']>> = {
  isNot: 'is',
  doesNotContain: 'contains',
  notIn: 'in',
  ne: 'eq',
  isNull: 'isNotNull',
  isFalse: 'isTrue',
};

/** What a field of a row holds, and how it is compared; several values pass when one does. */
interface Held {
  readonly family: 'text' | 'key' | 'word' | 'flag' | 'number' | 'date';
  readonly values: readonly Value[];
  /** What has no value passes the opposite of a test neither. */
  readonly isPartial?: boolean;
}

function passes({ family, values }: Held, clause: FilterClause): boolean {
  const { operator, value, values: words = [] } = clause;
  const there = values.filter((one) => one !== null && one !== '');
  if (operator === 'between' && [clause.min, clause.max, clause.start, clause.end].every((end) => end === undefined)) {
    return true;
  }
  if (operator === 'isNotNull') return there.length > 0;
  return values.some((own) => {
    if (own === null) return false;
    switch (family) {
      case 'text':
        return passesText(String(own), operator, String(value));
      case 'key':
        return compareText(toKey(String(own)), operator, toKey(String(value)));
      case 'word':
        return operator === 'in' ? words.includes(String(own)) : own === value;
      case 'flag':
        return operator === 'isTrue' ? own === true : own === (String(value) === 'true');
      case 'number':
        return passesNumber(Number(own), clause);
      case 'date':
        return passesDate(Number(own), clause);
    }
  });
}

function evaluate(sent: Sent, hold: (field: string) => Held): boolean {
  if ('allOf' in sent && Array.isArray(sent.allOf)) return sent.allOf.every((part: Sent) => evaluate(part, hold));
  if ('anyOf' in sent && Array.isArray(sent.anyOf)) return sent.anyOf.some((part: Sent) => evaluate(part, hold));
  const [entry] = Object.entries(sent as Readonly<Record<string, FilterClause>>);
  if (entry === undefined) throw new Error('a clause names a field');
  const [field, clause] = entry;
  const positive = POSITIVE[clause.operator];
  const held = hold(field);
  if (positive === undefined) return passes(held, clause);
  if (held.isPartial === true && held.values[0] === null) return false;
  return !passes(held, { ...clause, operator: positive });
}

const NO_METADATA = { summary: null, publisher: null, languageIso: null, bookType: null, year: null, authors: [] };

function bookStatus({ progress }: ModelBook): string {
  if (progress === null) return 'unread';
  return progress.completed ? 'read' : 'in_progress';
}

function heldByBook(book: ModelBook, shelf: FilterShelf): Readonly<Record<BookFilterField, Held>> {
  const series = shelf.series.find(({ id }) => id === book.seriesId);
  const mates = shelf.books.filter(({ seriesId, isDeleted }) => seriesId === book.seriesId && !isDeleted);
  const text = (...values: readonly Value[]): Held => ({ family: 'text', values });
  const number = (value: number | null): Held => ({ family: 'number', values: [value] });
  const { progress } = book;
  const metadata = book.metadata ?? NO_METADATA;
  const readAt = progress === null ? null : progress.updatedAt;
  return {
    libraryId: { family: 'word', values: [book.libraryId] },
    seriesId: { family: 'word', values: [book.seriesId] },
    genre: { family: 'key', values: [book, ...mates].flatMap(({ genres }) => genres) },
    tag: { family: 'key', values: [book, ...mates].flatMap(({ tags }) => tags) },
    title: text(book.title),
    titleSort: text(book.titleSort ?? book.title),
    seriesName: text(series?.title ?? null),
    summary: text(metadata.summary),
    author: text(...metadata.authors),
    publisher: text(metadata.publisher),
    imprint: text(null),
    language: text(metadata.languageIso),
    isbn: text(null),
    bookType: text(metadata.bookType),
    format: text(book.fileFormat),
    path: text(book.path),
    readStatus: { family: 'word', values: [bookStatus(book)] },
    hasError: { family: 'flag', values: [book.hasError] },
    analyzed: { family: 'flag', values: [book.state === 'ready'] },
    inReadList: { family: 'flag', values: [book.isListed] },
    wantToRead: { family: 'flag', values: [book.isWanted] },
    number: number(book.numberSort),
    volume: number(null),
    chapter: number(null),
    year: number(metadata.year),
    pageCount: number(book.pageCount),
    fileSize: number(book.fileSize),
    dateAdded: { family: 'date', values: [book.createdAt] },
    dateUpdated: { family: 'date', values: [book.updatedAt] },
    dateRead: { family: 'date', values: [readAt] },
  };
}

function deriveStatus(books: readonly ModelBook[]): string {
  if (books.length > 0 && books.every(({ progress }) => progress?.completed === true)) return 'read';
  return books.some(({ progress }) => progress !== null) ? 'in_progress' : 'unread';
}

function computeMean(ratings: readonly (number | null)[]): number | null {
  const given = ratings.filter((rating) => rating !== null);
  return given.length === 0 ? null : given.reduce((sum, rating) => sum + rating, 0) / given.length;
}

function isComplete({ totalVolumeCount }: ModelSeries, books: readonly ModelBook[]): boolean | null {
  return totalVolumeCount === null ? null : books.length >= totalVolumeCount;
}

/** Whether whole numbers are missing between those of the books: at least three, and no more missing than there. */
function isMissingSome(books: readonly ModelBook[]): boolean {
  const whole = books.flatMap(({ numberSort: at }) => (at !== null && Number.isInteger(at) && at >= 0 ? [at] : []));
  const known = new Set(whole.filter((at) => at <= 99_999));
  const missing = Math.max(...known) - Math.min(...known) + 1 - known.size;
  return known.size >= 3 && missing > 0 && missing <= known.size;
}

function heldBySeries(series: ModelSeries, shelf: FilterShelf): Readonly<Record<SeriesFilterField, Held>> {
  const books = shelf.books.filter(({ seriesId, isDeleted }) => seriesId === series.id && !isDeleted);
  const text = (...values: readonly Value[]): Held => ({ family: 'text', values });
  const number = (value: number | null): Held => ({ family: 'number', values: [value] });
  const read = books.flatMap(({ progress }) => progress?.updatedAt ?? []);
  return {
    libraryId: { family: 'word', values: [series.libraryId] },
    genre: { family: 'key', values: books.flatMap(({ genres }) => genres) },
    tag: { family: 'key', values: books.flatMap(({ tags }) => tags) },
    sharingTag: { family: 'key', values: series.sharingTags },
    name: text(series.title),
    titleSort: text(series.titleSort ?? series.title),
    summary: text(series.summary),
    author: text(...series.authors, ...books.flatMap(({ metadata }) => metadata?.authors ?? [])),
    publisher: text(series.publisher),
    imprint: text(series.imprint),
    language: text(series.language),
    status: text(series.status),
    readingDirection: text(null),
    path: text(series.path),
    readStatus: { family: 'word', values: [deriveStatus(books)] },
    hasError: { family: 'flag', values: [books.some(({ hasError }) => hasError)] },
    completion: { family: 'flag', values: [isComplete(series, books)], isPartial: true },
    hasGaps: { family: 'flag', values: [isMissingSome(books)] },
    hasExternalSourceId: { family: 'flag', values: [series.hasId] },
    hasUserRating: { family: 'flag', values: [series.rating !== null] },
    isTracked: { family: 'flag', values: [series.isTracked] },
    inCollection: { family: 'flag', values: [series.isCollected] },
    wantToRead: { family: 'flag', values: [series.isWanted] },
    userRating: number(series.rating),
    communityRating: number(computeMean([series.rating, series.otherRating])),
    ageRating: number(series.ageRating),
    year: number(series.year),
    bookCount: number(books.length),
    totalVolumeCount: number(series.totalVolumeCount),
    totalChapterCount: number(series.totalChapterCount),
    dateAdded: { family: 'date', values: [series.createdAt] },
    dateUpdated: { family: 'date', values: [series.updatedAt] },
    dateRead: { family: 'date', values: read.length === 0 ? [null] : [Math.max(...read)] },
  };
}

/** Ids of the live books that a condition lets through, sorted. */
export function modelBooks(sent: Sent, shelf: FilterShelf): string[] {
  const live = shelf.books.filter(({ isDeleted }) => !isDeleted);
  return live
    .filter((book) => {
      const held: Readonly<Record<string, Held>> = heldByBook(book, shelf);
      return evaluate(sent, (field) => held[field] ?? { family: 'text', values: [] });
    })
    .map(({ id }) => id)
    .toSorted();
}

/** The same of series with a live book. */
export function modelSeries(sent: Sent, shelf: FilterShelf): string[] {
  const live = shelf.series.filter(({ id }) => shelf.books.some((book) => book.seriesId === id && !book.isDeleted));
  return live
    .filter((series) => {
      const held: Readonly<Record<string, Held>> = heldBySeries(series, shelf);
      return evaluate(sent, (field) => held[field] ?? { family: 'text', values: [] });
    })
    .map(({ id }) => id)
    .toSorted();
}
