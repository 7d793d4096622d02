import { ScanMode } from '@lectern/contract';
import { z } from 'zod';

/** What a scan of a library is told. */
export interface ScanTask {
  readonly libraryId: string;
  readonly mode: ScanMode;
  /** Relative to the root, never the root itself: only what lies below them is looked at; absent for everything. */
  readonly folders?: readonly string[] | undefined;
  /** A normal scan of everything is to follow: it waited when this one took its place. */
  readonly again?: boolean | undefined;
}

/** The same as it is stored. */
export const StoredScan: z.ZodType<ScanTask> = z.object({
  ...{ libraryId: z.string(), mode: ScanMode },
  ...{ folders: z.array(z.string()).readonly().optional(), again: z.boolean().optional() },
});

/** So many folders are looked through one by one; of more everything is. */
const MAX_FOLDERS = 50;

/**
 * Folders none of which lies below another.
 * @returns undefined when it takes a look at everything: because of the root, or because there are too many
 */
export function leastFolders(folders: readonly string[]): readonly string[] | undefined {
  const all = new Set(folders);
  const isBelowAnother = (folder: string): boolean => {
    for (let slash = folder.lastIndexOf('/'); slash > 0; slash = folder.lastIndexOf('/', slash - 1)) {
      if (all.has(folder.slice(0, slash))) return true;
    }
    return false;
  };
  const least = [...all].filter((folder) => !isBelowAnother(folder)).sort();
  return all.has('') || least.length > MAX_FOLDERS ? undefined : least;
}

function scanTask(libraryId: string, mode: ScanMode, folders: readonly string[] | undefined): ScanTask {
  return folders === undefined ? { libraryId, mode } : { libraryId, mode, folders };
}

function union(one: ScanTask, other: ScanTask): readonly string[] | undefined {
  if (one.folders === undefined || other.folders === undefined) return undefined;
  return leastFolders([...one.folders, ...other.folders]);
}

/**
 * One scan that does what two would. A deep scan of some folders is never made one of everything because a normal one waits:
 * that one follows it.
 */
export function joinScans(waiting: ScanTask, asked: ScanTask): ScanTask {
  const { libraryId } = asked;
  if (waiting.mode === asked.mode) {
    const joined = scanTask(libraryId, asked.mode, union(waiting, asked));
    const isAgain = joined.folders !== undefined && (waiting.again === true || asked.again === true);
    return isAgain ? { ...joined, again: true } : joined;
  }
  const [deep, normal] = asked.mode === 'deep' ? [asked, waiting] : [waiting, asked];
  if (deep.folders === undefined) return scanTask(libraryId, 'deep', undefined);
  const wider = union(deep, normal);
  const isInside = JSON.stringify(wider) === JSON.stringify(leastFolders(deep.folders));
  const joined = scanTask(libraryId, 'deep', deep.folders);
  return isInside && deep.again !== true && normal.again !== true ? joined : { ...joined, again: true };
}

/**
 * Whether a scan that waits or runs does all that a scan of everything would.
 * @param stored as it is stored
 */
export function coversScan(stored: unknown, asked: { readonly mode: ScanMode }): boolean {
  const { data: open } = StoredScan.safeParse(stored);
  return open !== undefined && open.folders === undefined && (open.mode === 'deep' || asked.mode === 'normal');
}
