import { ScanMode } from '@lectern/contract';
import { z } from 'zod';

/** Payload of a scan. */
export interface ScanTask {
  readonly libraryId: string;
  readonly mode: ScanMode;
  /** Folders to scan with all below them, relative to the root and never the root itself; absent for everything. */
  readonly folders?: readonly string[] | undefined;
  /** A normal scan of everything follows: it waited when this one took its place. */
  readonly again?: boolean | undefined;
}

/** The stored form of `ScanTask`. */
export const StoredScan: z.ZodType<ScanTask> = z.object({
  libraryId: z.string(),
  mode: ScanMode,
  folders: z.array(z.string()).readonly().optional(),
  again: z.boolean().optional(),
});

/** Above this, everything is scanned. */
const MAX_FOLDERS = 50;

/**
 * Drops folders below other ones.
 * @returns undefined when everything has to be scanned: because of the root, or because there are too many
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

function mergeFolders(one: ScanTask, other: ScanTask): readonly string[] | undefined {
  if (one.folders === undefined || other.folders === undefined) return undefined;
  return leastFolders([...one.folders, ...other.folders]);
}

/**
 * One scan that does the work of two. A deep scan of some folders never becomes a deep scan of everything because a
 * normal one waits: the normal scan follows it.
 */
export function joinScans(waiting: ScanTask, asked: ScanTask): ScanTask {
  const { libraryId } = asked;
  if (waiting.mode === asked.mode) {
    const joined = scanTask(libraryId, asked.mode, mergeFolders(waiting, asked));
    const isAgain = joined.folders !== undefined && (waiting.again === true || asked.again === true);
    return isAgain ? { ...joined, again: true } : joined;
  }
  const [deep, normal] = asked.mode === 'deep' ? [asked, waiting] : [waiting, asked];
  if (deep.folders === undefined) return scanTask(libraryId, 'deep', undefined);
  const wider = mergeFolders(deep, normal);
  const isInside = JSON.stringify(wider) === JSON.stringify(leastFolders(deep.folders));
  const joined = scanTask(libraryId, 'deep', deep.folders);
  return isInside && deep.again !== true && normal.again !== true ? joined : { ...joined, again: true };
}

/**
 * Whether a waiting or running scan covers a scan of everything.
 * @param stored its stored payload
 */
export function coversScan(stored: unknown, asked: { readonly mode: ScanMode }): boolean {
  const { data: open } = StoredScan.safeParse(stored);
  return open !== undefined && open.folders === undefined && (open.mode === 'deep' || asked.mode === 'normal');
}
