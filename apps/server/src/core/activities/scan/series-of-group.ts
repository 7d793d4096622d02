import { hasFolderValue } from '#core/rules/metadata/series-fields.ts';
import type { Place } from '#core/rules/naming/place-in-series.ts';
import { cleanTitle, isUntitled } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { newId } from '#db/new-id.ts';
import type { KnownSeries, SeriesChange } from '#db/repos/scanning/scan.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { bookMove, seriesMove } from '#events/visibility-changes.ts';
import { findMajorityGroups, type Regrouped } from './find-majority-groups.ts';
import type { ForeignSeries, GroupWork, ScanPlan } from './group-work.ts';
import { planSeriesMoves, type SeriesClaim } from './plan-series-moves.ts';
import type { ScanChange, SeriesHome } from './write-changes.ts';
import { type Applier, parkedPath } from './write-claims.ts';

interface Regrouping<Series extends KeptSeries> {
  readonly series: readonly Series[];
  readonly regrouped: readonly Regrouped[];
  readonly groups: ReadonlySet<string>;
}

interface KeptSeries {
  readonly id: string;
  readonly path: string;
}

/**
 * Finds series that keep their id under a new group: most of their books join it, it has no series yet, and their own group is
 * gone. When several series join one group, the one with most books keeps its id.
 * @returns by path of the new group
 */
export function findKeptSeries<Series extends KeptSeries>(work: Regrouping<Series>): ReadonlyMap<string, Series> {
  const kept = new Map<string, Series>();
  const taken = new Set(work.series.map(({ path }) => path));
  const byId = new Map(work.series.map((one) => [one.id, one]));
  const candidates = [...findMajorityGroups(work.regrouped)].flatMap(([id, { groupPath, count }]) => {
    const series = byId.get(id);
    const isFree = series !== undefined && !work.groups.has(series.path) && !taken.has(groupPath);
    return isFree ? [{ series, groupPath, count }] : [];
  });
  candidates.sort((one, other) => {
    if (one.count !== other.count) return other.count - one.count;
    return one.series.id < other.series.id ? -1 : 1;
  });
  for (const { series, groupPath } of candidates) if (!kept.has(groupPath)) kept.set(groupPath, series);
  return kept;
}

function findPlace({ placeFile }: ScanPlan, { added, arriving }: GroupWork): Place | undefined {
  const [file] = added;
  if (file !== undefined) return placeFile(file.path);
  const [arrival] = arriving;
  return arrival === undefined ? undefined : placeFile(arrival.file.path, arrival.book.id);
}

/** The row of a series, in case that it must be created. */
export function toHome({ library, at }: ScanPlan, { id, path, name, title, titleSort }: KnownSeries): SeriesHome {
  const series = { id, libraryId: library.id, path, name, title, titleSort, sortKey: sortKey(titleSort ?? title) };
  return { ...series, status: 'ongoing', publisher: null, filled: null, createdAt: at, updatedAt: at };
}

function planRename({ plan }: Applier, known: KnownSeries, { groupPath, name }: Place, from?: string) {
  // An edited title stays; a title made of the folder name follows the folder.
  const title = isUntitled(plan.rules, known) ? cleanTitle(plan.rules.seriesTitles, name) : known.title;
  const libraryId = plan.library.id;
  const change: SeriesChange = {
    libraryId,
    path: groupPath,
    name,
    title,
    updatedAt: plan.at,
    // The template is applied when its books are numbered.
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

/** Missing books of another library go along with their series, as deleted, until their files appear. */
function bringAlong({ plan }: Applier, series: KnownSeries, foreign: ForeignSeries | undefined): ScanChange[] {
  if (foreign === undefined) return [];
  const home = toHome(plan, series);
  const libraryId = plan.library.id;
  return foreign.left.map(({ id, path, deletedAt }) => {
    const place = { id, seriesId: series.id };
    const move = bookMove({ ...place, libraryId: foreign.libraryId }, { ...place, libraryId }, ['deleted']);
    return {
      what: {
        kind: 'book',
        id,
        seen: { libraryId: foreign.libraryId, path },
        change: { libraryId, path: parkedPath(path, id), deletedAt: deletedAt ?? plan.at },
        home,
      },
      // The soft-deleted book is invisible in the new library.
      event: deletedAt === null ? { ...move, created: undefined } : undefined,
    };
  });
}

/**
 * Moves whole series before any of their books. Series that swap groups move together or from the free end, so an interrupted
 * scan leaves each series with its books, and the next scan continues.
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
  // Clear all old paths first: one series' old path may be another's new one.
  for (const { id, series } of claims) if (seriesByPath.get(series.path)?.id === id) seriesByPath.delete(series.path);
  const meet = ({ series: known, work }: SeriesClaim): ScanChange[] => {
    const place = findPlace(plan, work);
    if (place === undefined) return [];
    const from = plan.foreign.find((one) => one.series.id === known.id);
    const { series, renaming } = planRename(applier, known, place, from?.libraryId);
    seriesByPath.set(series.path, series);
    return [renaming, ...bringAlong(applier, series, from)];
  };
  for (const unit of units) {
    await writer.pushTogether(
      unit.flatMap(({ kind, claim }) => (kind === 'park' ? [park(claim.series)] : meet(claim))),
    );
  }
}

function newSeries({ plan }: Applier, { groupPath, name }: Place): KnownSeries {
  const title = cleanTitle(plan.rules.seriesTitles, name);
  return { id: newId(), path: groupPath, name, title, titleSort: null, publisher: null, filled: null, locks: '[]' };
}

async function keepSeries(applier: Applier, known: KnownSeries, place: Place): Promise<KnownSeries> {
  const { series, renaming } = planRename(applier, known, place);
  applier.seriesByPath.delete(known.path);
  await applier.writer.push(renaming);
  return series;
}

/** The series of a group, perhaps a new one; undefined when the group has no books left. */
export async function findGroupSeries(applier: Applier, work: GroupWork): Promise<KnownSeries | undefined> {
  const { groupPath } = work;
  const known = applier.seriesByPath.get(groupPath);
  const place = findPlace(applier.plan, work);
  if (known !== undefined || place === undefined) return known;
  const kept = applier.keptSeries.get(groupPath);
  const isStillThere = kept !== undefined && applier.seriesByPath.get(kept.path)?.id === kept.id;
  const series = isStillThere ? await keepSeries(applier, kept, place) : newSeries(applier, place);
  applier.seriesByPath.set(groupPath, series);
  return series;
}

/** Sets the publisher from the folder names, or clears such a value; other sources take precedence. */
export async function updatePublisher({ plan, writer }: Applier, series: KnownSeries, path: string): Promise<void> {
  const { publisher = null } = plan.placeFile(path);
  if (publisher === series.publisher || (publisher === null && !hasFolderValue(series.filled))) return;
  const event = seriesEvent('series_updated', { id: series.id, libraryId: plan.library.id }, ['publisher']);
  await writer.push({ what: { kind: 'publisher', home: toHome(plan, series), publisher, at: plan.at }, event });
}
