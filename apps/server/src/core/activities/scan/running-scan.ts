import type { ScanMode } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { touchesDataFolder } from '#core/catalog/libraries/check-library-path.ts';
import type { LibraryRules } from '#core/rules/naming/library-rules.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { ScanTarget } from '#db/repos/scanning/scan.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { identifyFolder } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { TaskFailure, type TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { mark, say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
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

/** Why the folder of a library cannot be scanned, for users who must not see its path. */
const UNUSABLE_ROOT = {
  missing: mark('The folder of the library does not exist. No book was changed'),
  'not-a-folder': mark('The folder of the library is not a folder. No book was changed'),
  unreadable: mark('The folder of the library cannot be read. No book was changed'),
} as const;

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
  counts.warnings.push(...items.slice(0, MAX_NAMED).map((item) => toStored(describe(item))));
  const more = items.length - MAX_NAMED;
  if (more <= 0) return;
  counts.warnings.push(
    toStored(
      say('{count, plural, one {# more folder or file} other {# more folders and files}} cannot be read', {
        count: more,
      }),
    ),
  );
}

/**
 * Checks that the library's folder is reachable and not the data folder: a link may have changed since it was chosen.
 * @throws {TaskFailure} with the reason
 */
export async function requireRoot({ ctx, library }: RunningScan): Promise<void> {
  const root = await checkRoot(library.path);
  if (!root.ok) throw new TaskFailure(say(UNUSABLE_ROOT[root.reason]));
  if (!(await touchesDataFolder(ctx, await identifyFolder(library.path)))) return;
  throw new TaskFailure(
    say('The folder of the library is, holds or lies in the data folder of the server. No book was changed'),
  );
}
