import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LibraryUpdate, TitleReprocessing } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { type TitleRules, compileTitleRules } from '#core/rules/naming/title-rules.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { visibleLibraries } from '#db/repos/rows/visibility.ts';
import { listTitledSeries, type TitleScope } from '#db/repos/scanning/series-titles.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { defaultsFor, readSettings } from '../libraries/library-settings.ts';
import { planTitles, type TitleChange } from './reprocess-titles.ts';
import { invalidField } from '#core/invalid-field.ts';

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

interface TitlesWanted {
  /** Takes precedence over `libraryId`. */
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryId?: string | undefined;
  /** Only list the changes. */
  readonly dryRun?: boolean | undefined;
  /** Replaces the rules of the library in a dry run; null for none. */
  readonly titlePreprocessingRules?: LibraryUpdate['titlePreprocessingRules'];
}

/** Changes that an answer lists. */
const MAX_LISTED = 100;

async function resolveScope({ db }: RequestContext, viewer: Viewer, wanted: TitlesWanted): Promise<TitleScope> {
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
    throw invalidField(
      'titlePreprocessingRules',
      say('can only be tried in a preview. Change the library to use other rules'),
    );
  }
  const settings = readSettings({ titlePreprocessingRules: tried }, defaultsFor());
  return compileTitleRules(settings.titlePreprocessingRules ?? null);
}

function describe(total: number, dryRun: boolean): string {
  if (total === 0) return 'Every title is as the rules make it';
  const titles = total === 1 ? '1 title' : `${String(total)} titles`;
  return dryRun ? `${titles} would change` : `${titles} will change`;
}

/**
 * Lists the unlocked series titles that differ from the rules, and queues a task that changes them unless it is a dry run.
 * @throws {AppError} `NotFound` when the viewer sees nothing of the scope, `BadRequest` for invalid rules
 */
export async function requestTitles(
  ctx: RequestContext,
  viewer: Viewer,
  wanted: TitlesWanted,
): Promise<TitleReprocessing> {
  const { db, queue } = ctx;
  const { dryRun = false } = wanted;
  const tried = readTriedRules(wanted);
  const scope = await resolveScope(ctx, viewer, wanted);
  const changes: TitleChange[] = [];
  let total = 0;
  for await (const page of listTitledSeries(db.read, viewer, scope)) {
    const planned = await planTitles(db.read, page, tried);
    total += planned.length;
    changes.push(...planned.slice(0, MAX_LISTED - changes.length));
    await nextTurn();
  }
  const isWork = !dryRun && total > 0;
  const taskIds = isWork ? [await db.transaction(async (tx) => queue.enqueue(tx, 'reprocess_titles', scope))] : [];
  const message = describe(total, dryRun);
  return { success: true, dryRun, tasksEnqueued: taskIds.length, taskIds, total, changes, message };
}
