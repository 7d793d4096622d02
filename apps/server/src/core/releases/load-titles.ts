import type { ReadDb } from '#db/open.ts';
import {
  listAliases,
  listAlternateTitles,
  listTrackedSeries,
  type NamedSeries,
} from '#db/repos/releases/release-tracking.repo.ts';
import { inPages, PAGE_ROWS } from '#db/in-pages.ts';
import type { Beholder } from '#db/repos/visibility.ts';
import { createTitleIndex, type TitleIndex } from './title-index.ts';

/** An index of what the tracked series are called that the beholder may see. */
export async function loadTitles(db: ReadDb, beholder: Beholder): Promise<TitleIndex> {
  const series: NamedSeries[] = [];
  const pages = inPages(
    async (after) => listTrackedSeries(db, beholder, { after, limit: PAGE_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) series.push(...page);
  const ids = series.map(({ id }) => id);
  return createTitleIndex({
    series,
    alternates: await listAlternateTitles(db, ids),
    aliases: await listAliases(db, ids),
  });
}
