import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileFormat, type ReadingStats, type ServerReadingStats } from '@lectern/contract';
import { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import {
  type BookBelonging,
  countAllFinished,
  countFinished,
  listBelongings,
  type SessionSums,
  type Span,
  sumByBook,
  sumBySlot,
  sumByUser,
} from '#db/repos/reading/statistics.repo.ts';
import { listTermsOf } from '#db/repos/rows/find-terms.repo.ts';
import {
  addDays,
  bucketOf,
  type DaysAsked,
  type DaysWanted,
  daysWanted,
  listBuckets,
  SLOT_MS,
  type StatisticsContext,
} from './calendar.ts';

/** Sums that grow. */
export interface Sums {
  measuredMs: number;
  inferredMs: number;
  pages: number;
  sessions: number;
  withoutDuration: number;
}

/** Nothing yet. */
export function noReading(): Sums {
  return { measuredMs: 0, inferredMs: 0, pages: 0, sessions: 0, withoutDuration: 0 };
}

/** Adds what a row says. */
export function addTo(sums: Sums, row: SessionSums): void {
  sums.measuredMs += row.measuredMs;
  sums.inferredMs += row.inferredMs;
  sums.pages += row.pages;
  sums.sessions += row.sessions;
  sums.withoutDuration += row.withoutDuration;
}

/** The sums under a key, begun when they are not there. */
export function sumsOf<Key, Value>(map: Map<Key, Value>, key: Key, begin: () => Value): Value {
  let sums = map.get(key);
  if (sums === undefined) {
    sums = begin();
    map.set(key, sums);
  }
  return sums;
}

/** As the contract has them. */
export function toPart({ measuredMs, inferredMs, pages, sessions }: Sums) {
  const duration = { measuredMs, inferredMs, totalMs: measuredMs + inferredMs };
  return { duration, pagesRead: pages, sessions };
}

/** Those with most reading first: by time, then by pages. */
function mostFirst(one: Sums, other: Sums): number {
  const time = ({ measuredMs, inferredMs }: Sums): number => measuredMs + inferredMs;
  const longer = time(other) - time(one);
  return longer === 0 ? other.pages - one.pages : longer;
}

/** A month of a user who reads all day is summed at once; requests get their turn between two. */
const PIECE_MS = 31 * 86_400_000;

/** Runs a query for each piece of a span, one after the other. */
export async function inPieces(span: Span, work: (piece: Span) => Promise<void>): Promise<void> {
  for (let { from } = span; from < span.before; from += PIECE_MS) {
    await work({ from, before: Math.min(from + PIECE_MS, span.before) });
    await nextTurn();
  }
}

/** Books whose genres and authors are looked at: those with most reading. */
const MOST_BOOKS = 10_000;
/** Books looked at in one go. */
const AT_ONCE = 500;

const Authors = z.array(z.object({ name: z.string() })).catch([]);
const Format = FileFormat.optional().catch(undefined);

interface PeriodSums extends Sums {
  finished: number;
}

interface DeviceSums extends Sums {
  deviceName: string | null;
  lastAt: number;
}

interface GroupSums extends Sums {
  readonly name: string;
  readonly books: Set<string>;
}

interface Found {
  readonly periods: Map<string, PeriodSums>;
  readonly devices: Map<string, DeviceSums>;
  readonly books: Map<string, Sums>;
}

async function gather(
  ctx: StatisticsContext,
  viewer: Viewer,
  { span, calendar, granularity }: DaysWanted,
): Promise<Found> {
  const { readHeavy } = ctx.db;
  const found: Found = { periods: new Map(), devices: new Map(), books: new Map() };
  const periodOf = (slot: number): PeriodSums =>
    sumsOf(found.periods, bucketOf(calendar.dayOf(slot * SLOT_MS), granularity), () => ({
      ...noReading(),
      finished: 0,
    }));
  await inPieces(span, async (piece) => {
    for (const row of await sumBySlot(readHeavy, viewer, piece, SLOT_MS)) addTo(periodOf(row.slot), row);
    for (const { slot, count } of await countFinished(readHeavy, viewer, piece, SLOT_MS))
      periodOf(slot).finished += count;
    for (const row of await sumByBook(readHeavy, viewer, piece)) {
      addTo(sumsOf(found.books, row.bookId, noReading), row);
      const { deviceId, deviceName, lastAt } = row;
      const device = sumsOf(found.devices, deviceId, () => ({ ...noReading(), deviceName, lastAt }));
      addTo(device, row);
      if (lastAt >= device.lastAt) Object.assign(device, { lastAt, deviceName: deviceName ?? device.deviceName });
    }
  });
  return found;
}

interface Groups {
  readonly series: Map<string, GroupSums>;
  readonly libraries: Map<string, GroupSums>;
  readonly formats: Map<string, GroupSums>;
  readonly genres: Map<string, GroupSums>;
  readonly authors: Map<string, GroupSums>;
}

function count(map: Map<string, GroupSums>, key: string, name: string, book: readonly [id: string, sums: Sums]): void {
  const group = sumsOf(map, key, () => ({ ...noReading(), name, books: new Set<string>() }));
  addTo(group, book[1]);
  group.books.add(book[0]);
}

/** Genres of books: their own and those of their series, by book. */
async function genresOf(
  { db }: StatisticsContext,
  belongings: readonly BookBelonging[],
): Promise<Map<string, ReadonlySet<string>>> {
  const ids = belongings.map(({ id }) => id);
  const seriesIds = [...new Set(belongings.map(({ seriesId }) => seriesId))];
  const names = new Map<string, Set<string>>();
  const terms = [
    ...(await listTermsOf(db.read, 'genre', 'book', ids)),
    ...(await listTermsOf(db.read, 'genre', 'series', seriesIds)),
  ];
  for (const { ownerId, name } of terms) sumsOf(names, ownerId, () => new Set<string>()).add(name);
  const of = (id: string): readonly string[] => [...(names.get(id) ?? [])];
  return new Map(belongings.map(({ id, seriesId }) => [id, new Set([...of(id), ...of(seriesId)])]));
}

function authorsOf({ authors }: BookBelonging): ReadonlySet<string> {
  return new Set(authors === null ? [] : Authors.parse(JSON.parse(authors)).map(({ name }) => name));
}

async function group(ctx: StatisticsContext, viewer: Viewer, books: ReadonlyMap<string, Sums>): Promise<Groups> {
  const groups: Groups = {
    ...{ series: new Map(), libraries: new Map(), formats: new Map() },
    ...{ genres: new Map(), authors: new Map() },
  };
  const ids = [...books].sort(([, one], [, other]) => mostFirst(one, other)).map(([id]) => id);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const belongings = await listBelongings(ctx.db.read, viewer, ids.slice(start, start + AT_ONCE));
    for (const one of belongings) {
      const book = [one.id, books.get(one.id) ?? noReading()] as const;
      count(groups.series, one.seriesId, one.seriesName, book);
      count(groups.libraries, one.libraryId, one.libraryName, book);
      count(groups.formats, one.format, one.format, book);
    }
    if (start < MOST_BOOKS) await countGenresAndAuthors(ctx, groups, belongings, books);
    await nextTurn();
  }
  return groups;
}

/** Genres and authors of some books. */
async function countGenresAndAuthors(
  ctx: StatisticsContext,
  { genres, authors }: Groups,
  belongings: readonly BookBelonging[],
  books: ReadonlyMap<string, Sums>,
): Promise<void> {
  const genresOfBooks = await genresOf(ctx, belongings);
  for (const one of belongings) {
    const book = [one.id, books.get(one.id) ?? noReading()] as const;
    for (const name of genresOfBooks.get(one.id) ?? []) count(genres, name, name, book);
    for (const name of authorsOf(one)) count(authors, name, name, book);
  }
}

/** Equal ones come in the order of their keys. */
function byReading(order: number, key: string, other: string): number {
  if (order !== 0) return order;
  return key < other ? -1 : 1;
}

function ranked(map: ReadonlyMap<string, GroupSums>, limit = Number.POSITIVE_INFINITY) {
  return [...map]
    .sort(([a, one], [b, other]) => byReading(mostFirst(one, other), a, b))
    .slice(0, limit)
    .map(([key, sums]) => ({ key, name: sums.name, books: sums.books.size, part: toPart(sums) }));
}

function periodsOf({ from, to, granularity }: DaysWanted, periods: ReadonlyMap<string, PeriodSums>) {
  return listBuckets(from, to, granularity).map((bucket) => {
    const sums = periods.get(bucket) ?? { ...noReading(), finished: 0 };
    return { bucket, ...toPart(sums), booksFinished: sums.finished };
  });
}

function devicesOf(devices: ReadonlyMap<string, DeviceSums>): ReadingStats['devices'] {
  return [...devices]
    .sort(([, one], [, other]) => other.lastAt - one.lastAt)
    .map(([deviceId, sums]) => ({
      ...{ deviceId, deviceName: sums.deviceName, ...toPart(sums) },
      lastReadAt: new Date(sums.lastAt).toISOString(),
    }));
}

/**
 * How much the viewer read in a range of days. A session counts for the day on which it ended.
 * @throws {AppError} `BadRequest` for a range or time zone that is none
 */
export async function getReadingStats(
  ctx: StatisticsContext,
  viewer: Viewer,
  asked: DaysAsked & { readonly seriesLimit: number },
): Promise<ReadingStats> {
  const wanted = daysWanted(ctx, asked);
  const { from, to, granularity, calendar } = wanted;
  const { periods, devices, books } = await gather(ctx, viewer, wanted);
  const groups = await group(ctx, viewer, books);
  const total = noReading();
  let booksFinished = 0;
  for (const period of periods.values()) {
    addTo(total, period);
    booksFinished += period.finished;
  }
  const top = asked.seriesLimit;
  return {
    ...{ from, to, granularity, timezone: calendar.timezone },
    summary: { ...toPart(total), books: books.size, booksFinished, sessionsWithoutDuration: total.withoutDuration },
    periods: periodsOf(wanted, periods),
    devices: devicesOf(devices),
    series: ranked(groups.series, top).map(({ key, name, books: of, part }) => ({
      ...{ seriesId: key, seriesName: name, ...part, books: of },
    })),
    formats: ranked(groups.formats).flatMap(({ key, part }) => {
      const format = Format.parse(key);
      return format === undefined ? [] : [{ format, ...part }];
    }),
    libraries: ranked(groups.libraries).map(({ key, name, books: of, part }) => ({
      ...{ libraryId: key, libraryName: name, ...part, books: of },
    })),
    genres: ranked(groups.genres, top).map(({ name, books: of, part }) => ({ name, ...part, books: of })),
    authors: ranked(groups.authors, top).map(({ name, books: of, part }) => ({ name, ...part, books: of })),
  };
}

interface ServerPeriodSums extends Sums {
  readonly users: Set<string>;
  finished: number;
}

function begin(): ServerPeriodSums {
  return { ...noReading(), users: new Set(), finished: 0 };
}

function toPeriod(sums: ServerPeriodSums) {
  return { ...toPart(sums), activeUsers: sums.users.size, booksFinished: sums.finished };
}

/** Days that are summed at once: a month or so, and then requests get their turn. */
const DAYS_AT_ONCE = 32;

/**
 * How much all users read in a range of days: neither what, nor who. Each day is summed by itself: few rows are sorted far sooner
 * than many.
 * @throws {AppError} `BadRequest` for a range or time zone that is none
 */
export async function getServerReadingStats(ctx: StatisticsContext, asked: DaysAsked): Promise<ServerReadingStats> {
  const { from, to, granularity, calendar } = daysWanted(ctx, asked);
  const { readHeavy } = ctx.db;
  const periods = new Map<string, ServerPeriodSums>();
  const total = begin();
  const sumDay = async (day: string): Promise<void> => {
    const span = { from: calendar.startOf(day), before: calendar.startOf(addDays(day, 1)) };
    const [byUser, finished] = await Promise.all([sumByUser(readHeavy, span), countAllFinished(readHeavy, span)]);
    if (byUser.length === 0 && finished === 0) return;
    for (const sums of [sumsOf(periods, bucketOf(day, granularity), begin), total]) {
      for (const row of byUser) {
        addTo(sums, row);
        sums.users.add(row.userId);
      }
      sums.finished += finished;
    }
  };
  const days = listBuckets(from, to, 'day');
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE) {
    await Promise.all(days.slice(start, start + DAYS_AT_ONCE).map(sumDay));
    await nextTurn();
  }
  return {
    ...{ from, to, granularity, timezone: calendar.timezone },
    summary: toPeriod(total),
    periods: listBuckets(from, to, granularity).map((bucket) => ({
      bucket,
      ...toPeriod(periods.get(bucket) ?? begin()),
    })),
  };
}
