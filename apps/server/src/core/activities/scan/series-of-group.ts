import { saysFolder } from '#core/rules/metadata/series-fields.ts';
import type { Place } from '#core/rules/naming/place-in-series.ts';
import { cleanTitle, isUntitled } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { newId } from '#db/new-id.ts';
import type { KnownSeries, SeriesChange } from '#db/repos/scanning/scan.repo.ts';
import { bookMove, seriesMove } from '#events/visibility-changes.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { ForeignSeries, GroupWork, ScanPlan } from './group-work.ts';
import { planSeriesMoves, type SeriesClaim } from './plan-series-moves.ts';
import type { ScanChange, SeriesHome } from './write-changes.ts';
import { type Applier, parkedPath } from './write-claims.ts';

interface Share<Series> {
  readonly series: Series;
  readonly groupPath: string;
  count: number;
}

/** A book that comes into another group. */
interface Regrouped {
  readonly seriesId: string;
  readonly groupPath: string;
}

/** What decides which series go on. */
interface Regrouping<Series extends KeptSeries> {
  /** Of the library. */
  readonly series: readonly Series[];
  readonly regrouped: readonly Regrouped[];
  /** Paths of all groups that books are in from now on. */
  readonly groups: ReadonlySet<string>;
}

/** A series as far as it is kept or not. */
interface KeptSeries {
  readonly id: string;
  readonly path: string;
}

function countShares<Series extends KeptSeries>({
  series,
  regrouped,
}: Regrouping<Series>): {
  shares: Share<Series>[];
  totals: Map<string, number>;
} {
  const seriesById = new Map(series.map((one) => [one.id, one]));
  const shares = new Map<string, Share<Series>>();
  const totals = new Map<string, number>();
  for (const { seriesId, groupPath } of regrouped) {
    const from = seriesById.get(seriesId);
    if (from === undefined) continue;
    const key = `${from.id}\n${groupPath}`;
    const share = shares.get(key) ?? { series: from, groupPath, count: 0 };
    share.count += 1;
    shares.set(key, share);
    totals.set(from.id, (totals.get(from.id) ?? 0) + 1);
  }
  return { shares: [...shares.values()], totals };
}

/**
 * Which series go on under a new group when books are grouped again: one most of whose books come into the same group, which
 * nobody else has yet, while its own group is no more. Of several that come into one group the one with most books goes on.
 * @returns by path of the new group
 */
export function findKeptSeries<Series extends KeptSeries>(work: Regrouping<Series>): ReadonlyMap<string, Series> {
  const kept = new Map<string, Series>();
  if (work.regrouped.length === 0) return kept;
  const taken = new Set(work.series.map(({ path }) => path));
  const { shares, totals } = countShares(work);
  const candidates = shares.filter(
    ({ series, groupPath, count }) =>
      count * 2 > (totals.get(series.id) ?? 0) && !work.groups.has(series.path) && !taken.has(groupPath),
  );
  const isOlder = (one: Share<Series>, other: Share<Series>): number => (one.series.id < other.series.id ? -1 : 1);
  candidates.sort((one, other) => (one.count === other.count ? isOlder(one, other) : other.count - one.count));
  for (const { series, groupPath } of candidates) if (!kept.has(groupPath)) kept.set(groupPath, series);
  return kept;
}

/** The place that one of the group's new books says, or undefined when it has none. */
function placeOf({ placeFile }: ScanPlan, { added, arriving }: GroupWork): Place | undefined {
  const [file] = added;
  if (file !== undefined) return placeFile(file.path);
  const [arrival] = arriving;
  return arrival === undefined ? undefined : placeFile(arrival.file.path, arrival.book.id);
}

/** A series as a home for books: the row that it has if it has to be made. */
export function homeOf({ library, at }: ScanPlan, { id, path, name, title, titleSort }: KnownSeries): SeriesHome {
  const series = { id, libraryId: library.id, path, name, title, titleSort, sortKey: sortKey(titleSort ?? title) };
  return { ...series, status: 'ongoing', publisher: null, filled: null, createdAt: at, updatedAt: at };
}

/** A series under another group, with the change that makes it so. */
function renamed({ plan }: Applier, known: KnownSeries, { groupPath, name }: Place, from?: string) {
  // A title that someone edited stays; one that was the folder's follows the folder.
  const title = isUntitled(plan.rules, known) ? cleanTitle(plan.rules.seriesTitles, name) : known.title;
  const libraryId = plan.library.id;
  const change: SeriesChange = {
    ...{ libraryId, path: groupPath, name, title, updatedAt: plan.at },
    // Its template is filled when its books are numbered.
    ...(plan.rules.seriesTemplate === null ? {} : { numbersDue: 1 }),
    sortKey: sortKey(known.titleSort ?? title),
  };
  const event =
    from === undefined
      ? seriesEvent('series_updated', { id: known.id, libraryId }, ['title'])
      : seriesMove(known.id, from, libraryId, ['title']);
  const renaming: ScanChange = { what: { kind: 'series', id: known.id, change, from }, event };
  return { series: { ...known, path: groupPath, name, title }, renaming };
}

function park({ id, path }: KnownSeries): ScanChange {
  return { what: { kind: 'series', id, change: { path: parkedPath(path, id) } } };
}

/** Books of another library that are gone from there, and go along with their series: hidden, until their files turn up. */
function bringAlong({ plan }: Applier, series: KnownSeries, foreign: ForeignSeries | undefined): ScanChange[] {
  if (foreign === undefined) return [];
  const home = homeOf(plan, series);
  const libraryId = plan.library.id;
  return foreign.left.map(({ id, path, deletedAt }) => {
    const place = { id, seriesId: series.id };
    const move = bookMove({ ...place, libraryId: foreign.libraryId }, { ...place, libraryId }, ['deleted']);
    return {
      what: {
        ...{ kind: 'book', id, seen: { libraryId: foreign.libraryId, path } },
        change: { libraryId, path: parkedPath(path, id), deletedAt: deletedAt ?? plan.at },
        home,
      },
      // It is new to all users of the new library.
      event: deletedAt === null ? { ...move, created: undefined } : undefined,
    };
  });
}

/**
 * Moves whole series to where their books went, before any book goes there. Series that change places do so together, or one
 * after the other from the free end: a scan that is cut off between leaves each with its own books, and the next one goes on.
 */
export async function moveSeries(applier: Applier): Promise<void> {
  const { plan, groups, seriesByPath, writer } = applier;
  const foreign = plan.foreign.map(({ series }) => series);
  const { seriesSeen } = plan.differences;
  const { units, displaced } = planSeriesMoves({ groups, series: plan.series, foreign, seriesSeen });
  for (const series of displaced) {
    seriesByPath.delete(series.path);
    await writer.push(park(series));
  }
  const claims = units.flat().flatMap(({ kind, claim }) => (kind === 'meet' ? [claim] : []));
  // All old places first: one series' old place is the other's new one.
  for (const { id, series } of claims) if (seriesByPath.get(series.path)?.id === id) seriesByPath.delete(series.path);
  const meet = ({ series: known, work }: SeriesClaim): ScanChange[] => {
    const place = placeOf(plan, work);
    if (place === undefined) return [];
    const from = plan.foreign.find((one) => one.series.id === known.id);
    const { series, renaming } = renamed(applier, known, place, from?.libraryId);
    seriesByPath.set(series.path, series);
    return [renaming, ...bringAlong(applier, series, from)];
  };
  for (const unit of units) {
    await writer.pushTogether(
      unit.flatMap(({ kind, claim }) => (kind === 'park' ? [park(claim.series)] : meet(claim))),
    );
  }
}

/** A series that is made when its first book comes. */
function newSeries({ plan }: Applier, { groupPath, name }: Place): KnownSeries {
  const title = cleanTitle(plan.rules.seriesTitles, name);
  const nothing = { titleSort: null, publisher: null, filled: null, locks: '[]' };
  return { id: newId(), path: groupPath, name, title, ...nothing };
}

async function keepSeries(applier: Applier, known: KnownSeries, place: Place): Promise<KnownSeries> {
  const { series, renaming } = renamed(applier, known, place);
  applier.seriesByPath.delete(known.path);
  await applier.writer.push(renaming);
  return series;
}

/** The series of a group, to be made when it is new; undefined when nothing of the group is left. */
export async function seriesOf(applier: Applier, work: GroupWork): Promise<KnownSeries | undefined> {
  const { groupPath } = work;
  const known = applier.seriesByPath.get(groupPath);
  const place = placeOf(applier.plan, work);
  if (known !== undefined || place === undefined) return known;
  const kept = applier.keptSeries.get(groupPath);
  const isStillThere = kept !== undefined && applier.seriesByPath.get(kept.path)?.id === kept.id;
  const series = isStillThere ? await keepSeries(applier, kept, place) : newSeries(applier, place);
  applier.seriesByPath.set(groupPath, series);
  return series;
}

/** Sets the publisher from the folder names when no other source has one, or clears such a value. */
export async function tellPublisher({ plan, writer }: Applier, series: KnownSeries, path: string): Promise<void> {
  const { publisher = null } = plan.placeFile(path);
  if (publisher === series.publisher || (publisher === null && !saysFolder(series.filled))) return;
  const event = seriesEvent('series_updated', { id: series.id, libraryId: plan.library.id }, ['publisher']);
  await writer.push({ what: { kind: 'publisher', home: homeOf(plan, series), publisher, at: plan.at }, event });
}
