import { readSpanEnd } from './read-span-end.ts';

export type GapUnit = 'volume' | 'chapter' | 'number';

/** A book with its numbers. */
export interface NumberedBook {
  readonly volume: number | null;
  readonly chapter: number | null;
  /** Its number in the series. */
  readonly number: number | null;
  readonly fileName: string;
}

/** Numbers that no book has, both ends included. */
export interface Gap {
  readonly unit: GapUnit;
  readonly from: number;
  readonly to: number;
}

/** How many volumes and chapters exist, where that is known. */
export interface StatedTotals {
  readonly volumes: number | null;
  readonly chapters: number | null;
}

/** The numbers that one book covers. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Larger volumes are years of a beginning, as comics count them. */
const MAX_VOLUME = 999;
const MAX_NUMBER = 99_999;
/** Missing numbers for each known one, above which the numbers count something else. */
const TRUST = { volume: 4, chapter: 4, number: 1 } as const;

/** The span of a book on one axis; undefined without a number on it. */
function toSpan(unit: GapUnit, book: NumberedBook): Span | undefined {
  const from = book[unit];
  if (from === null || from < 0 || from > (unit === 'volume' ? MAX_VOLUME : MAX_NUMBER)) return undefined;
  return { from, to: readSpanEnd(book.fileName, unit, from) ?? from };
}

/** A fraction such as 10.5 neither fills a number nor leaves one out. */
function listWhole(spans: readonly Span[]): number[] {
  const known = new Set<number>();
  for (const { from, to } of spans) for (let at = Math.ceil(from); at <= to; at += 1) known.add(at);
  return [...known].sort((one, other) => one - other);
}

/**
 * Ranges between known numbers, and up to the total.
 * @param known ascending
 * @param total the last number that exists
 */
function findRanges(unit: GapUnit, known: readonly number[], total: number | null): Gap[] {
  const last = known.at(-1);
  if (last === undefined) return [];
  const ends = total !== null && Number.isInteger(total) && total > last ? [...known, total + 1] : known;
  return ends.flatMap((to, index) => {
    const from = ends[index - 1];
    return from === undefined || to - from < 2 ? [] : [{ unit, from: from + 1, to: to - 1 }];
  });
}

function countMissing(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** Gaps between known numbers, or none when too many are missing to trust these; then those up to the total. */
function findTrusted(unit: GapUnit, known: readonly number[], total: number | null = null): Gap[] {
  const between = findRanges(unit, known, null);
  if (countMissing(between) > known.length * TRUST[unit]) return [];
  return findRanges(unit, known, total);
}

/** Whether the volumes number the books: no volume has many books of different numbers, as issues of a comic have. */
function areVolumesCounted(whole: readonly NumberedBook[]): boolean {
  const issues = new Set(whole.map(({ volume, number }) => `${volume} ${number}`));
  const volumes = new Set(whole.map(({ volume }) => volume));
  return volumes.size * 2 > issues.size;
}

/** Whether whole volumes hold the chapters of a gap: they lie between the volumes of its neighbours. */
function isCovered(gap: Gap, chapters: readonly NumberedBook[], whole: readonly Span[]): boolean {
  const before = chapters.findLast(({ chapter }) => (chapter ?? 0) < gap.from)?.volume ?? null;
  const after = chapters.find(({ chapter }) => (chapter ?? 0) > gap.to)?.volume ?? null;
  const [first, last] = [before ?? after, after ?? before];
  if (first === null || last === null) return false;
  return whole.some(({ from, to }) => to >= first && from <= last);
}

function findChapterGaps(books: readonly NumberedBook[], whole: readonly Span[], total: number | null): Gap[] {
  const chapters = books
    .filter(({ chapter }) => chapter !== null)
    .toSorted((one, other) => (one.chapter ?? 0) - (other.chapter ?? 0));
  const known = listWhole(chapters.flatMap((book) => toSpan('chapter', book) ?? []));
  return findTrusted('chapter', known, total).filter((gap) => !isCovered(gap, chapters, whole));
}

/** Gaps of plain numbers, of a series whose books have nothing else. */
function findNumberGaps(books: readonly NumberedBook[]): Gap[] {
  const known = listWhole(books.flatMap((book) => toSpan('number', book) ?? []));
  return known.length < 3 ? [] : findTrusted('number', known);
}

/**
 * Numbers missing between the first and the last known volume, chapter or plain number, and up to the stated totals.
 * Nothing is missing before the first: a collection may begin anywhere.
 */
export function findGaps(books: readonly NumberedBook[], totals: StatedTotals): Gap[] {
  const whole = books.filter(({ volume, chapter }) => volume !== null && chapter === null);
  const hasChapters = books.some(({ chapter }) => chapter !== null);
  if (!hasChapters && !areVolumesCounted(whole)) return findNumberGaps(books);
  const known = listWhole(books.flatMap((book) => toSpan('volume', book) ?? []));
  const spans = whole.flatMap((book) => toSpan('volume', book) ?? []);
  return [...findTrusted('volume', known, totals.volumes), ...findChapterGaps(books, spans, totals.chapters)];
}
