import { sortKey } from '#core/catalog/sort-key.ts';
import type { Tx } from '#db/open.ts';
import { holdTitledSeries, type TitledSeries, writeSeriesTitle } from '#db/repos/scanning/series-titles.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { libraryRulesOf } from './library-rules.ts';
import { titlesByRules } from './template-titles.ts';
import { hasTitleLock, isTitleLocked } from './title-rules.ts';

async function write(tx: Tx, events: EventBus, series: TitledSeries, title: string): Promise<void> {
  const isSortKept = series.titleSort !== null && hasTitleLock(series.locks, 'titleSort');
  const titleSort = isSortKept ? series.titleSort : null;
  await writeSeriesTitle(tx, series.id, {
    ...{ title, titleSort, updatedAt: Date.now() },
    sortKey: sortKey(titleSort ?? title),
  });
  const fields = titleSort === series.titleSort ? ['title'] : ['title', 'title_sort'];
  tx.afterCommit(() => events.emit(seriesEvent('series_updated', series, fields)));
}

/**
 * Makes the title of a series anew by the rules of its library, unless it is locked.
 * @returns its title now, and whether it is another one; undefined when the series is gone, or has no live books
 */
export async function retitleSeries(
  tx: Tx,
  events: EventBus,
  seriesId: string,
): Promise<{ readonly title: string; readonly isChanged: boolean } | undefined> {
  const series = await holdTitledSeries(tx, seriesId);
  if (series === undefined) return undefined;
  if (isTitleLocked(series.locks)) return { title: series.title, isChanged: false };
  const titles = await titlesByRules(tx.read, [{ ...series, rules: libraryRulesOf(series) }]);
  const title = titles.get(seriesId) ?? series.title;
  if (title === series.title) return { title, isChanged: false };
  await write(tx, events, series, title);
  return { title, isChanged: true };
}
