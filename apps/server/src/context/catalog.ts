import { createBookAnalyzer } from '#core/activities/analyze/book-analyzer.ts';
import { createDuplicateUpkeep, type DuplicateUpkeep } from '#core/activities/duplicates/duplicate-upkeep.ts';
import { HealthMonitor } from '#core/activities/health/health-monitor.ts';
import { writeNewFindings } from '#core/activities/notices/write-causes.ts';
import { createInventoryCounter, type InventoryCounter } from '#core/activities/metrics/count-inventory.ts';
import { startHistory, type History } from '#core/activities/metrics/metrics-history.ts';
import { FilteredLists } from '#core/catalog/browse/filtered-lists.ts';
import { ListCache } from '#core/catalog/browse/list-cache.ts';
import type { BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import { createBookFiles, type BookFiles } from '#core/catalog/pages/book-files.ts';
import { createReadingCache, type ReadingCache } from '#core/catalog/pages/reading-cache.ts';
import { createTextCache, type TextCache } from '#core/catalog/pages/text-cache.ts';
import { startPlaceUpkeep } from '#core/catalog/reading/resolve-places.ts';
import { createStreamProgress, type StreamProgress } from '#core/catalog/reading/stream-progress.ts';
import { ClauseCache } from '#core/catalog/search/clause-cache.ts';
import { startSearchUpkeep } from '#core/catalog/search/index-upkeep.ts';

import type { AccessContext } from './access.ts';
import type { FilesContext } from './files.ts';
import type { WorkContext } from './work.ts';

/** Caches and background upkeep of the catalog. */
export interface CatalogContext {
  /** Order and totals of unfiltered lists. */
  readonly lists: ListCache;
  /** Results of filtered lists, for later pages. */
  readonly filtered: FilteredLists;
  /** Results of single filter clauses. */
  readonly parts: ClauseCache;
  readonly duplicates: DuplicateUpkeep;
  /** Cache of book files per viewer. */
  readonly bookFiles: BookFiles;
  /** Cache of page lists and EPUB structures. */
  readonly readings: ReadingCache;
  /** Cache of sanitized chapters. */
  readonly texts: TextCache;
  /** Derives progress from the pages that OPDS apps fetch. */
  readonly streamed: StreamProgress;
  readonly analyzer: BookAnalyzer;
  readonly inventory: InventoryCounter;
  readonly health: HealthMonitor;
  /** Metrics of the last day. */
  readonly history: History;
}

type Parts = WorkContext & AccessContext & FilesContext;

/** Opens caches and upkeep. `opened` owns what must be disposed. */
export async function openCatalog(opened: AsyncDisposableStack, parts: Parts): Promise<CatalogContext> {
  const { db, events, settings, log, access, readers, covers } = parts;
  const lists = opened.use(new ListCache(events));
  const duplicates = opened.use(createDuplicateUpkeep({ db, events, settings, log }));
  opened.use(startSearchUpkeep({ db, events, log }));
  const readings = createReadingCache();
  opened.use(startPlaceUpkeep({ db, readings, events, access, log }));
  const catalog = {
    lists,
    filtered: new FilteredLists(db),
    parts: new ClauseCache(db),
    duplicates,
    bookFiles: createBookFiles(db),
    readings,
    texts: createTextCache(),
    streamed: opened.use(createStreamProgress({ db, events, log }, log.users)),
    analyzer: createBookAnalyzer({ db, events, readers, covers, log }),
    inventory: createInventoryCounter(db),
    health: opened.use(new HealthMonitor(parts, async (tx, news) => writeNewFindings(parts, tx, news))),
  };
  return { ...catalog, history: opened.use(await startHistory({ ...parts, ...catalog }, log.server)) };
}
