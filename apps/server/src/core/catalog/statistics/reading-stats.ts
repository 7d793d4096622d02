import { FileFormat, type ReadingStats } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { sumByBook } from '#db/repos/reading/statistics.repo.ts';
import { toBucket, listBuckets } from './calendar.ts';
import { type DaysAsked, type DaysWanted, resolveDays, type StatisticsContext } from './resolve-days.ts';
import { groupBooks, rankGroup } from './group-books.ts';
import {
  addPeriods,
  addSlots,
  addTo,
  getOrInsert,
  forEachPiece,
  emptySums,
  type Sums,
  toPart,
} from './reading-sums.ts';

const Format = FileFormat.optional().catch(undefined);

interface DeviceSums extends Sums {
  deviceName: string | null;
  lastAt: number;
}

interface Found {
  readonly periods: Map<string, Sums>;
  readonly devices: Map<string, DeviceSums>;
  readonly books: Map<string, Sums>;
}

async function gather(
  { db }: StatisticsContext,
  viewer: Viewer,
  { span, calendar, granularity }: DaysWanted,
): Promise<Found> {
  const found: Found = { periods: new Map(), devices: new Map(), books: new Map() };
  const getPeriod = (at: number): Sums =>
    getOrInsert(found.periods, toBucket(calendar.toDay(at), granularity), emptySums);
  await forEachPiece(span, async (piece) => {
    await addSlots(db.readHeavy, viewer, piece, getPeriod);
    for (const row of await sumByBook(db.readHeavy, viewer, piece)) {
      addTo(getOrInsert(found.books, row.bookId, emptySums), row);
      const { deviceId, deviceName, lastAt } = row;
      const device = getOrInsert(found.devices, deviceId, () => ({ ...emptySums(), deviceName, lastAt }));
      addTo(device, row);
      if (lastAt >= device.lastAt) Object.assign(device, { lastAt, deviceName: deviceName ?? device.deviceName });
    }
  });
  return found;
}

function toPeriods({ from, to, granularity }: DaysWanted, periods: ReadonlyMap<string, Sums>) {
  return listBuckets(from, to, granularity).map((bucket) => {
    const sums = periods.get(bucket) ?? emptySums();
    return { bucket, ...toPart(sums), booksFinished: sums.finished };
  });
}

function toDevices(devices: ReadonlyMap<string, DeviceSums>): ReadingStats['devices'] {
  return [...devices]
    .sort(([, one], [, other]) => other.lastAt - one.lastAt)
    .map(([deviceId, sums]) => ({
      deviceId,
      deviceName: sums.deviceName,
      ...toPart(sums),
      lastReadAt: new Date(sums.lastAt).toISOString(),
    }));
}

/**
 * What the viewer read in a range of days. A session counts for the day on which it ended.
 * @throws {AppError} `BadRequest` for an invalid range or time zone
 */
export async function getReadingStats(
  ctx: StatisticsContext,
  viewer: Viewer,
  asked: DaysAsked & { readonly seriesLimit: number },
): Promise<ReadingStats> {
  const wanted = resolveDays(ctx, asked);
  const { from, to, granularity, calendar } = wanted;
  const { periods, devices, books } = await gather(ctx, viewer, wanted);
  const groups = await groupBooks(ctx.db, viewer, books);
  const total = addPeriods(periods.values());
  const top = asked.seriesLimit;
  return {
    from,
    to,
    granularity,
    timezone: calendar.timezone,
    summary: {
      ...toPart(total),
      books: books.size,
      booksFinished: total.finished,
      sessionsWithoutDuration: total.withoutDuration,
    },
    periods: toPeriods(wanted, periods),
    devices: toDevices(devices),
    series: rankGroup(groups.series, top).map(({ key, name, books: of, part }) => ({
      seriesId: key,
      seriesName: name,
      ...part,
      books: of,
    })),
    formats: rankGroup(groups.formats).flatMap(({ key, part }) => {
      const format = Format.parse(key);
      return format === undefined ? [] : [{ format, ...part }];
    }),
    libraries: rankGroup(groups.libraries).map(({ key, name, books: of, part }) => ({
      libraryId: key,
      libraryName: name,
      ...part,
      books: of,
    })),
    genres: rankGroup(groups.genres, top).map(({ name, books: of, part }) => ({ name, ...part, books: of })),
    authors: rankGroup(groups.authors, top).map(({ name, books: of, part }) => ({ name, ...part, books: of })),
  };
}
