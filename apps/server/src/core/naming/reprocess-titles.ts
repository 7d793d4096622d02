import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LibraryUpdate, TitleReprocessing } from '@lectern/contract';
import { LIBRARY_DEFAULTS } from '#core/catalog/library-defaults.ts';
import { readSettings } from '#core/catalog/library-settings.ts';
import { sortKey } from '#core/catalog/sort-key.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/cover-targets.repo.ts';
import {
  holdTitledSeries,
  listTitledSeries,
  type TitledSeries,
  type TitleScope,
  writeSeriesTitle,
} from '#db/repos/series-titles.repo.ts';
import { visibleLibraries } from '#db/repos/visibility.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { libraryRulesOf } from './library-rules.ts';
import { renumberSeries } from './renumber-series.ts';
import { cleanTitle, hasTitleLock, isTitleLocked, type TitleRules, titleRulesOf } from './title-rules.ts';

interface TitleContext {
  readonly db: Database;
  readonly events: EventBus;
}

interface RequestContext extends TitleContext {
  readonly queue: Queue;
}

/** Titles that are changed. */
interface TitleChange {
  readonly seriesId: string;
  readonly before: string;
  readonly after: string;
}

/** What is asked for; of the two sets the first one counts. */
export interface TitlesWanted {
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryId?: string | undefined;
  /** Only tell what would change. */
  readonly dryRun?: boolean | undefined;
  /** Rules to try in place of those that the library has; null for none. Of a dry run only. */
  readonly titlePreprocessingRules?: LibraryUpdate['titlePreprocessingRules'];
}

/** Changes that an answer lists. */
const MAX_LISTED = 100;
/** The server's own eyes. */
const EVERYONE = { userId: '' };

function planTitle(series: TitledSeries, tried?: TitleRules): TitleChange | undefined {
  if (isTitleLocked(series.locks)) return undefined;
  const after = cleanTitle(tried ?? libraryRulesOf(series).seriesTitles, series.name);
  return after === series.title ? undefined : { seriesId: series.id, before: series.title, after };
}

/**
 * Makes the title of one series anew, and the titles of its books that say it.
 * @returns whether it is another one now
 */
async function retitle(tx: Tx, events: EventBus, seriesId: string): Promise<boolean> {
  const series = await holdTitledSeries(tx, seriesId);
  const change = series === undefined ? undefined : planTitle(series);
  if (series === undefined || change === undefined) return false;
  const at = Date.now();
  const isSortKept = series.titleSort !== null && hasTitleLock(series.locks, 'titleSort');
  const titleSort = isSortKept ? series.titleSort : null;
  await writeSeriesTitle(tx, seriesId, {
    ...{ title: change.after, titleSort, updatedAt: at },
    sortKey: sortKey(titleSort ?? change.after),
  });
  await renumberSeries(tx, events, seriesId, at);
  const fields = titleSort === series.titleSort ? ['title'] : ['title', 'title_sort'];
  tx.afterCommit(() => events.emit(seriesEvent('series_updated', series, fields)));
  return true;
}

async function scopeOf({ db }: RequestContext, viewer: Viewer, wanted: TitlesWanted): Promise<TitleScope> {
  const { seriesIds, libraryId } = wanted;
  if (seriesIds !== undefined) {
    const found = await pickVisible(db.read, viewer, 'series', seriesIds);
    if (found.length === 0) throw new AppError('NotFound', `Series ${seriesIds.slice(0, 3).join(', ')} not found`);
    return { seriesIds: found };
  }
  if (libraryId === undefined) return viewer.libraryIds === undefined ? {} : { libraryIds: viewer.libraryIds };
  const library = await visibleLibraries(db.read, viewer)
    .select('library.id')
    .where('library.id', '=', libraryId)
    .executeTakeFirst();
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return { libraryIds: [libraryId] };
}

function readTriedRules({ dryRun, titlePreprocessingRules: tried }: TitlesWanted): TitleRules | undefined {
  if (tried === undefined) return undefined;
  if (dryRun !== true) {
    const message = 'can be tried in a dry run only; the library is changed to have others';
    throw new AppError('BadRequest', `Invalid body: titlePreprocessingRules: ${message}`, {
      details: [{ path: 'titlePreprocessingRules', message }],
    });
  }
  const settings = readSettings({ titlePreprocessingRules: tried }, LIBRARY_DEFAULTS);
  return titleRulesOf(settings.titlePreprocessingRules ?? null);
}

interface Question {
  readonly viewer: Viewer;
  readonly scope: TitleScope;
  /** In place of the rules of each library. */
  readonly tried: TitleRules | undefined;
}

async function findChanges(
  { db }: RequestContext,
  { viewer, scope, tried }: Question,
): Promise<{ readonly total: number; readonly changes: TitleChange[] }> {
  const changes: TitleChange[] = [];
  let total = 0;
  for await (const page of listTitledSeries(db.read, viewer, scope)) {
    for (const series of page) {
      const change = planTitle(series, tried);
      if (change === undefined) continue;
      total += 1;
      if (changes.length < MAX_LISTED) changes.push(change);
    }
    await nextTurn();
  }
  return { total, changes };
}

function describe(total: number, dryRun: boolean): string {
  if (total === 0) return 'Every title is as the rules make it';
  const titles = total === 1 ? '1 title' : `${String(total)} titles`;
  return dryRun ? `${titles} would change` : `${titles} will change`;
}

/**
 * Has titles of series made anew from the names of their folders, those that are not locked; a task does it. With `dryRun`
 * it is only told which, also for rules that are not the library's yet.
 * @throws {AppError} `NotFound` when nothing of what is named can be seen, `BadRequest` for rules that cannot be
 */
export async function requestTitles(
  ctx: RequestContext,
  viewer: Viewer,
  wanted: TitlesWanted,
): Promise<TitleReprocessing> {
  const { dryRun = false } = wanted;
  const tried = readTriedRules(wanted);
  const scope = await scopeOf(ctx, viewer, wanted);
  const found = await findChanges(ctx, { viewer, scope, tried });
  const isWork = !dryRun && found.total > 0;
  const taskIds = isWork
    ? [await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'reprocess_titles', scope))]
    : [];
  const message = describe(found.total, dryRun);
  return { success: true, dryRun, tasksEnqueued: taskIds.length, taskIds, ...found, message };
}

/** Makes the titles of series anew, one transaction each. */
export async function reprocessTitles(
  { db, events }: TitleContext,
  scope: TitleScope,
  run: TaskRun,
): Promise<TaskOutcome> {
  const result = { series: 0, changed: 0 };
  for await (const page of listTitledSeries(db.read, EVERYONE, scope)) {
    for (const series of page) {
      run.signal.throwIfAborted();
      result.series += 1;
      if (planTitle(series) === undefined) continue;
      if (await run.shouldYield()) return { result, again: true };
      if (await db.transaction(async (tx) => retitle(tx, events, series.id))) result.changed += 1;
      run.report({ current: result.changed, total: 0, message: 'Making titles anew' }, result);
    }
    await nextTurn();
  }
  return { result };
}
