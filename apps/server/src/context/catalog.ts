import { createBookAnalyzer } from '#core/activities/analyze/book-analyzer.ts';
import { createDuplicateUpkeep, type DuplicateUpkeep } from '#core/activities/duplicates/duplicate-upkeep.ts';
import { createInventoryCounter, type InventoryCounter } from '#core/activities/metrics/count-inventory.ts';
import { startHistory, type History } from '#core/activities/metrics/metrics-history.ts';
import { FilteredLists } from '#core/catalog/browse/filtered-lists.ts';
import { ListCache } from '#core/catalog/browse/list-cache.ts';
import type { BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import { createBookFiles, type BookFiles } from '#core/catalog/pages/book-files.ts';
import { createReadingCache, type ReadingCache } from '#core/catalog/pages/reading-cache.ts';
import { createTextCache, type TextCache } from '#core/catalog/pages/text-cache.ts';
import { startPlaceUpkeep } from '#core/catalog/reading/koreader-progress.ts';
import { createStreamProgress, type StreamProgress } from '#core/catalog/reading/stream-progress.ts';
import { ClauseCache } from '#core/catalog/search/clause-cache.ts';
import { startSearchUpkeep } from '#core/catalog/search/index-upkeep.ts';

import type { AccessContext } from './access.ts';
import type { FilesContext } from './files.ts';
import type { WorkContext } from './work.ts';

/** What is known of the catalog while the process lives. */
export interface CatalogContext {
  /** What is known about the catalog's lists. */
  readonly lists: ListCache;
  /** The filtered lists that a user pages through. */
  readonly filtered: FilteredLists;
  /** What parts of filters find. */
  readonly parts: ClauseCache;
  /** Keeps groups of duplicates in step with the catalog. */
  readonly duplicates: DuplicateUpkeep;
  /** Which files the books are that are read at the moment. */
  readonly bookFiles: BookFiles;
  /** Page lists of the books that were read lately. */
  readonly readings: ReadingCache;
  /** Chapters that were read lately. */
  readonly texts: TextCache;
  /** Pages that reader apps fetch, as far as they tell what is read. */
  readonly streamed: StreamProgress;
  /** Opens books that wait for it. */
  readonly analyzer: BookAnalyzer;
  readonly inventory: InventoryCounter;
  /** What it did in the last day. */
  readonly history: History;
}

type Parts = WorkContext & AccessContext & FilesContext;

/** Opens what keeps up with the catalog. */
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
    streamed: opened.use(createStreamProgress({ db, events }, log.users)),
    analyzer: createBookAnalyzer({ db, events, readers, covers, log }),
    inventory: createInventoryCounter(db),
  };
  return { ...catalog, history: opened.use(await startHistory({ ...parts, ...catalog }, log.server)) };
}
