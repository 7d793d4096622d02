import type { ReadProgress, SessionUpload } from '@lectern/contract';
import { isReplaced as isProfileReplaced, type ProfileChange } from '#entities/reading-profile/apply-change.ts';
import type { MarksChange } from './marks.ts';
import type { Picked } from '#entities/selection/picked.ts';

/** A place in a book, a finished book, or a book marked unread. */
interface ReadingChange {
  readonly kind: 'reading';
  readonly bookId: string;
  readonly session: SessionUpload['kind'];
  readonly page?: number | undefined;
  /** 0 to 1. */
  readonly percentage?: number | undefined;
  readonly locator?: ReadProgress['locator'];
}

/** `rating` in points; null removes rating and note. An absent note stays. */
interface RatingChange {
  readonly kind: 'rating';
  readonly seriesId: string;
  readonly rating: number | null;
  readonly notes?: string | null;
}

interface WantChange {
  readonly kind: 'want';
  readonly of: 'book' | 'series';
  readonly id: string;
  readonly wanted: boolean;
}

/** Selected books or series that the user wants to read. */
interface WantsChange {
  readonly kind: 'wants';
  readonly picked: Omit<Picked, 'title'>;
}

/** An option of a reading profile, or a profile chosen for a series, library or format, or for all books. */
interface ReaderChange {
  readonly kind: 'profile';
  readonly change: ProfileChange;
}

export type KeptChange = ReadingChange | MarksChange | RatingChange | WantChange | WantsChange | ReaderChange;

/** `gone`: the server has no such item for this user. `newer`: another device changed it later. `refused`: anything else. */
export type OutboxProblem = 'gone' | 'newer' | 'refused';

/** A change that the server has not confirmed. */
export interface OutboxEntry {
  readonly id: string;
  readonly userId: string;
  /** Epoch milliseconds by the clock of this device; the order of sending. */
  readonly at: number;
  /** Start of a reading time, until `at`. */
  readonly startedAt: number;
  /** Of the book or series; empty for several of them, and for profiles. */
  readonly title: string;
  readonly change: KeptChange;
  /** Set once the server refused it; it is not sent again, and stays until the user has seen it. */
  readonly problem?: OutboxProblem;
}

/** Places of one book within this time are one reading. */
const READING_MS = 5 * 60_000;

function isContinued(last: OutboxEntry, next: OutboxEntry): boolean {
  if (last.change.kind !== 'reading' || next.change.kind !== 'reading') return false;
  const isPlace = last.change.session === 'progress' && next.change.session === 'progress';
  return isPlace && last.change.bookId === next.change.bookId && next.at - last.at <= READING_MS;
}

function isReplaced(earlier: OutboxEntry, later: OutboxEntry): boolean {
  const [a, b] = [earlier.change, later.change];
  if (a.kind === 'rating' && b.kind === 'rating') return a.seriesId === b.seriesId;
  if (a.kind === 'want' && b.kind === 'want') return a.of === b.of && a.id === b.id;
  if (a.kind === 'profile' && b.kind === 'profile') return isProfileReplaced(b.change, a.change);
  return false;
}

/** A change of the note alone must not lose the rating before it, and the other way round. */
function combine(earlier: OutboxEntry, later: OutboxEntry): OutboxEntry {
  if (earlier.change.kind !== 'rating' || later.change.kind !== 'rating') return later;
  if (later.change.rating === null || earlier.change.notes === undefined) return later;
  return { ...later, change: { notes: earlier.change.notes, ...later.change } };
}

interface Merged {
  readonly entry: OutboxEntry;
  /** Entries that it replaces. */
  readonly dropped: readonly OutboxEntry[];
}

/**
 * Joins a new change with unsent ones. Every entry has an id of its own: one that was extended after the server stored it
 * would otherwise be taken for a repetition.
 * @param unsent in the order of `at`
 */
export function mergeEntry(unsent: readonly OutboxEntry[], entry: OutboxEntry): Merged {
  const open = unsent.filter(({ problem }) => problem === undefined);
  const last = open.findLast(({ change }) => hasSameBook(change, entry.change));
  if (last !== undefined && isContinued(last, entry)) {
    return { entry: { ...entry, startedAt: last.startedAt }, dropped: [last] };
  }
  const dropped = open.filter((earlier) => isReplaced(earlier, entry));
  return { entry: dropped.reduce((later, earlier) => combine(earlier, later), entry), dropped };
}

function hasSameBook(a: KeptChange, b: KeptChange): boolean {
  return a.kind === 'reading' && b.kind === 'reading' && a.bookId === b.bookId;
}

export function sortByTime(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return entries.toSorted((a, b) => (a.at === b.at ? a.id.localeCompare(b.id) : a.at - b.at));
}

/** A locator that the server would refuse is left out; the page stays. */
const MOST_LOCATOR = 16_384;

/** The entry in the shape of the API; undefined for other changes. */
export function toSession({ id, at, startedAt, change }: OutboxEntry): SessionUpload | undefined {
  if (change.kind !== 'reading') return undefined;
  const { bookId, session, page, percentage, locator } = change;
  const text = locator === undefined ? null : JSON.stringify(locator);
  return {
    id,
    bookId,
    kind: session,
    toPage: page ?? null,
    toPercentage: percentage ?? null,
    r2Progression: text === null || text.length > MOST_LOCATOR ? null : text,
    clientStartedAt: new Date(startedAt).toISOString(),
    clientEndedAt: new Date(at).toISOString(),
  };
}

/** Readings that follow each other go in one request; everything else goes alone. */
export function planBatches(entries: readonly OutboxEntry[], mostAtOnce: number): readonly (readonly OutboxEntry[])[] {
  const batches: OutboxEntry[][] = [];
  for (const entry of sortByTime(entries).filter(({ problem }) => problem === undefined)) {
    const last = batches.at(-1);
    const joins = entry.change.kind === 'reading' && last?.[0]?.change.kind === 'reading' && last.length < mostAtOnce;
    if (joins) last.push(entry);
    else batches.push([entry]);
  }
  return batches;
}
