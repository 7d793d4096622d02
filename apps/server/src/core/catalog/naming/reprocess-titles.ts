import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LibraryUpdate, TitleReprocessing } from '@lectern/contract';
import { LIBRARY_DEFAULTS, readSettings } from '../libraries/library-settings.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { listTitledSeries, type TitledSeries, type TitleScope } from '#db/repos/scanning/series-titles.repo.ts';
import { visibleLibraries } from '#db/repos/rows/visibility.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { libraryRulesOf } from '#core/rules/naming/library-rules.ts';
import { renumberSeries, retitleSeries } from './renumber-series.ts';
import { titlesByRules } from '#core/rules/naming/template-titles.ts';
import { isTitleLocked, type TitleRules, titleRulesOf } from '#core/rules/naming/title-rules.ts';

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

/** What changes of some series, those that are not locked. */
async function planTitles(db: ReadDb, series: readonly TitledSeries[], tried?: TitleRules): Promise<TitleChange[]> {
  const free = series.filter(({ locks }) => !isTitleLocked(locks));
  const titles = await titlesByRules(
    db,
    free.map((one) => {
      const { seriesTitles, seriesTemplate } = libraryRulesOf(one);
      return { ...one, rules: { seriesTitles: tried ?? seriesTitles, seriesTemplate } };
    }),
  );
  return free.flatMap(({ id, title }) => {
    const after = titles.get(id) ?? title;
    return after === title ? [] : [{ seriesId: id, before: title, after }];
  });
}

/**
 * Makes the title of one series again, and the titles of its books that say it.
 * @returns whether it is another one now
 */
async function retitle(tx: Tx, events: EventBus, seriesId: string): Promise<boolean> {
  const retitled = await retitleSeries(tx, events, seriesId);
  if (retitled?.isChanged !== true) return false;
  await renumberSeries(tx, events, seriesId, Date.now());
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
    const planned = await planTitles(db.read, page, tried);
    total += planned.length;
    changes.push(...planned.slice(0, MAX_LISTED - changes.length));
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
 * Has titles of series made again from the names of their folders, those that are not locked; a task does it. With `dryRun`
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

/** Makes the titles of series again, one transaction each. */
export async function reprocessTitles(
  { db, events }: TitleContext,
  scope: TitleScope,
  run: TaskRun,
): Promise<TaskOutcome> {
  const result = { series: 0, changed: 0 };
  for await (const page of listTitledSeries(db.read, EVERYONE, scope)) {
    result.series += page.length;
    for (const { seriesId } of await planTitles(db.read, page)) {
      run.signal.throwIfAborted();
      if (await run.shouldYield()) return { result, again: true };
      if (await db.transaction(async (tx) => retitle(tx, events, seriesId))) result.changed += 1;
      run.report({ current: result.changed, total: 0, message: 'Making titles anew' }, result);
    }
    await nextTurn();
  }
  return { result };
}
