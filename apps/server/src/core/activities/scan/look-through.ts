import { setTimeout as sleep } from 'node:timers/promises';
import { listExtensions } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { splitFolders } from '#core/rules/naming/place-in-series.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { type FoundFile, type FoundFolder, warmUpWalk, walkLibrary, type WalkOptions } from '#files/walk/walk.ts';
import { say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
import { compareFiles, type CompareOptions, type Differences, type FileComparison } from './compare-files.ts';
import { requireRoot, type RunningScan, reportProgress, addWarnings } from './running-scan.ts';

interface Walked {
  /** Absent for a library that is not stored yet. */
  readonly id?: string;
  /** Null or empty for all. */
  readonly allowedFormats: readonly string[] | null;
  readonly excludedPatterns: string | null;
  readonly followLinksOutside: boolean;
}

interface WalkContext {
  readonly db: Pick<Database, 'read'>;
  readonly config: Pick<Config, 'dataDir'>;
}

/** Options of a walk. Links never lead into another library, which has other viewers, nor into the data folder. */
export async function loadWalkOptions({ db, config }: WalkContext, library: Walked): Promise<WalkOptions> {
  const { allowedFormats, excludedPatterns, followLinksOutside } = library;
  const others = followLinksOutside ? (await listLibraryPaths(db.read)).filter(({ id }) => id !== library.id) : [];
  return {
    extensions: listExtensions(allowedFormats),
    excludedPatterns,
    ...(followLinksOutside ? { linksOut: { notInto: [config.dataDir, ...others.map(({ path }) => path)] } } : {}),
  };
}

/** Result of the walk and the comparison. */
export interface Findings {
  readonly differences: Differences;
  readonly folders: ReadonlyMap<string, FoundFolder>;
  readonly unreadable: readonly string[];
  /** Links that a partial scan cannot follow; books behind them stay as they are. */
  readonly links: readonly string[];
}

/** A file written within this time may still grow, and is checked again … */
const FRESH_MS = 2_000;
/** … after this time. */
const SETTLE_MS = 250;

async function recheckFresh(scan: RunningScan, fresh: readonly FoundFile[]) {
  const stable: FoundFile[] = [];
  const growing: FoundFile[] = [];
  if (fresh.length > 0) await sleep(SETTLE_MS, undefined, { signal: scan.run.signal });
  for (const file of fresh) {
    const now = await findLibraryFileState(scan.library.path, pathInRoot(scan.library.path, file.path));
    if (now?.size === file.size && now.modifiedAt === file.modifiedAt) stable.push(file);
    else if (now !== undefined) growing.push(file);
  }
  return { stable, growing };
}

/** Options of the comparison; the known books may still be loading. */
type LookOptions = Omit<CompareOptions, 'known'> & { readonly known: Promise<CompareOptions['known']> };

async function compareAll(scan: RunningScan, comparing: Promise<FileComparison>): Promise<Findings> {
  const { ctx, library, run, counts } = scan;
  const unreadable: string[] = [];
  const links: string[] = [];
  const folders = new Map<string, FoundFolder>();
  const fresh: FoundFile[] = [];
  const below = scan.below === undefined ? undefined : [...scan.below];
  const walkOptions = { ...(await loadWalkOptions(ctx, library)), below };
  for await (const batch of walkLibrary(library.path, walkOptions, run.signal)) {
    const comparison = await comparing;
    unreadable.push(...batch.unreadable);
    links.push(...batch.links);
    for (const folder of batch.folders) folders.set(folder.path, folder);
    const limit = Date.now() - FRESH_MS;
    comparison.add(batch.files.filter(({ modifiedAt }) => modifiedAt <= limit));
    fresh.push(...batch.files.filter(({ modifiedAt }) => modifiedAt > limit));
    counts.filesTotal += batch.files.length;
    reportProgress(scan, say('Looking through the folders'));
  }
  const comparison = await comparing;
  const { stable, growing } = await recheckFresh(scan, fresh);
  comparison.add(stable);
  for (const { path } of growing) {
    comparison.leave(path);
    scan.growing.add(splitFolders(path).join('/'));
    counts.warnings.push(toStored(say('“{path}” is still being written. The next scan adds it', { path })));
  }
  addWarnings(scan, unreadable, (path) =>
    say('“{path}” cannot be read. Its books stay as they are', { path: path === '' ? '.' : path }),
  );
  // The list is only valid while the root exists.
  await requireRoot(scan);
  return { differences: comparison.finish([...unreadable, ...links]), folders, unreadable, links };
}

/**
 * Lists the files of a library or of some folders, and compares them with the known books.
 * @throws {TaskFailure} when the library's folder is gone
 */
export async function lookThrough(scan: RunningScan, { known, ...options }: LookOptions): Promise<Findings> {
  const comparing = known.then((books) => compareFiles({ known: books, ...options }));
  // The loading may fail before the walk awaits it; a failure without a listener would end the process.
  const loaded = comparing.catch(() => undefined);
  try {
    return await compareAll(scan, comparing);
  } finally {
    // A failed scan still waits for the loading to end.
    await loaded;
  }
}

/** Starts the walking thread while the scan code loads. */
export function warmUpWalker(): void {
  warmUpWalk();
}
