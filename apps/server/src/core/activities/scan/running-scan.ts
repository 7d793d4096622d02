import type { ScanMode } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { DATA_FOLDER_REFUSED, touchesDataFolder } from '#core/catalog/libraries/check-library-path.ts';
import type { LibraryRules } from '#core/rules/naming/library-rules.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { ScanTarget } from '#db/repos/scanning/scan.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { identifyFolder } from '#files/walk/folder-identity.ts';
import { checkRoot, UNUSABLE_ROOT } from '#files/walk/library-root.ts';
import { TaskFailure, type TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import type { PlaceFile } from './compare-files.ts';
import type { ScanCounts } from './scan-result.ts';

/** Tools of a scan. */
export interface ScanContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly readers: BookReaders;
  readonly queue: Queue;
  readonly settings: Pick<Settings, 'get'>;
  readonly config: Pick<Config, 'dataDir'>;
}

/** State of a running scan. */
export interface RunningScan {
  readonly ctx: ScanContext;
  readonly library: ScanTarget;
  readonly rules: LibraryRules;
  readonly placeFile: PlaceFile;
  readonly mode: ScanMode;
  /** Folders of a partial scan; undefined for the whole library. */
  readonly below: ReadonlySet<string> | undefined;
  readonly run: TaskRun;
  readonly counts: ScanCounts;
  readonly startedAt: number;
  readonly growing: Set<string>;
}

const MAX_NAMED = 20;

/** Reports the progress. */
export function reportProgress({ run, counts }: RunningScan, message: string): void {
  run.report({ current: counts.filesProcessed, total: counts.filesTotal, message }, counts);
}

/** Adds a warning for each of the first items, and the number of the others. */
export function addWarnings<Item>(
  { counts }: RunningScan,
  items: readonly Item[],
  describe: (item: Item) => string,
): void {
  counts.warnings.push(...items.slice(0, MAX_NAMED).map(describe));
  const more = items.length - MAX_NAMED;
  if (more > 0) counts.warnings.push(`${String(more)} more folders and files cannot be read`);
}

/**
 * Checks that the library's folder is reachable and not the data folder: a link may have changed since it was chosen.
 * @throws {TaskFailure} with the reason
 */
export async function requireRoot({ ctx, library }: RunningScan): Promise<void> {
  const root = await checkRoot(library.path);
  if (!root.ok) throw new TaskFailure(`The folder of the library ${UNUSABLE_ROOT[root.reason]}. No book was changed`);
  if (!(await touchesDataFolder(ctx, await identifyFolder(library.path)))) return;
  throw new TaskFailure(`The folder of the library cannot be scanned: ${DATA_FOLDER_REFUSED}. No book was changed`);
}
