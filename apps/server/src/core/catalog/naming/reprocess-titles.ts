import { setImmediate as nextTurn } from 'node:timers/promises';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { titlesByRules } from './template-titles.ts';
import { isTitleLocked, type TitleRules } from '#core/rules/naming/title-rules.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { listTitledSeries, type TitledSeries, type TitleScope } from '#db/repos/scanning/series-titles.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { renumberSeries, retitleSeries } from './renumber-series.ts';

/** A series whose title is not as the rules make it. */
export interface TitleChange {
  readonly seriesId: string;
  readonly before: string;
  readonly after: string;
}

/** Finds the unlocked titles that differ from the rules. @param tried replaces the rules of the libraries */
export async function planTitles(
  db: ReadDb,
  series: readonly TitledSeries[],
  tried?: TitleRules,
): Promise<TitleChange[]> {
  const free = series.filter(({ locks }) => !isTitleLocked(locks));
  const titles = await titlesByRules(
    db,
    free.map((one) => {
      const { seriesTitles, seriesTemplate } = compileLibraryRules(one);
      return { ...one, rules: { seriesTitles: tried ?? seriesTitles, seriesTemplate } };
    }),
  );
  return free.flatMap(({ id, title }) => {
    const after = titles.get(id) ?? title;
    return after === title ? [] : [{ seriesId: id, before: title, after }];
  });
}

async function retitle(tx: Tx, events: EventBus, seriesId: string): Promise<boolean> {
  const retitled = await retitleSeries(tx, events, seriesId);
  if (retitled?.isChanged !== true) return false;
  await renumberSeries(tx, events, seriesId, Date.now());
  return true;
}

/** Sees everything. */
const SERVER = { userId: '' };

/** Applies the title rules to series and their books, one transaction each. */
export async function reprocessTitles(
  { db, events }: { readonly db: Database; readonly events: EventBus },
  scope: TitleScope,
  run: TaskRun,
): Promise<TaskOutcome> {
  const result = { series: 0, changed: 0 };
  for await (const page of listTitledSeries(db.read, SERVER, scope)) {
    result.series += page.length;
    for (const { seriesId } of await planTitles(db.read, page)) {
      run.signal.throwIfAborted();
      if (await run.shouldYield()) return { result, again: true };
      if (await db.transaction(async (tx) => retitle(tx, events, seriesId))) result.changed += 1;
      run.report({ current: result.changed, total: 0, message: say('Making titles') }, result);
    }
    await nextTurn();
  }
  return { result };
}
