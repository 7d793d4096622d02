import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../data/atomic-write.ts';
import { createFolder } from '../data/create-folder.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { isAbsence } from '../opening/system-errors.ts';

/** Written when a restore is decided: what a start has to finish. Absolute paths do not occur in it. */
export interface RestoreJournal {
  readonly format: 1;
  /**
   * `switch`: staged files take the places of the real ones. `try`: they have, and no server has come up with them yet.
   * `undo`: the old files come back.
   */
  readonly phase: 'switch' | 'try' | 'undo';
  readonly id: string;
  /** Name of the backup. */
  readonly backup: string;
  readonly startedAt: number;
  /** Folders of the data folder: the staged files, the old ones, and for an undo the new ones. */
  readonly staged: string;
  readonly aside: string;
  /** Names of the files that change places. */
  readonly files: readonly string[];
  /** Side files of the old database, which go aside with it. */
  readonly sides: readonly string[];
  /** PostgreSQL: schemas of the staged and of the old tables. */
  readonly schemas: { readonly from: string; readonly aside: string } | null;
}

const JOURNAL = 'restore.json';
const OUTCOME = 'last-restore.json';

/** The journal of an unfinished restore. */
export async function readJournal(dataDir: string): Promise<RestoreJournal | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, JOURNAL), 'utf8')) as RestoreJournal;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Writes the journal durably. */
export async function writeJournal(dataDir: string, journal: RestoreJournal): Promise<void> {
  await writeFileAtomically(join(dataDir, JOURNAL), Buffer.from(JSON.stringify(journal)));
}

/** Ends a restore, and keeps what came of it. */
export async function endJournal(dataDir: string, outcome: object): Promise<void> {
  await writeFileAtomically(join(dataDir, OUTCOME), Buffer.from(JSON.stringify(outcome)));
  await rm(join(dataDir, JOURNAL), { force: true });
  await syncFolder(dataDir);
}

/** What `endJournal` kept of the last restore, unchecked; undefined without any. */
export async function readLastOutcome(dataDir: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(dataDir, OUTCOME), 'utf8')) as unknown;
  } catch (error) {
    if (isAbsence(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether there is a file or folder. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function move(from: string, to: string): Promise<void> {
  if (await exists(from)) await rename(from, to);
}

/**
 * Moves the files of `from` to their places, and those in their places to `to`. May be interrupted, and run again: a
 * file that is still in `from` has not moved.
 */
export async function swapFiles(
  dataDir: string,
  { files, sides }: Pick<RestoreJournal, 'files' | 'sides'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const [source, target] = [join(dataDir, from), join(dataDir, to)];
  for (const name of files) {
    if (!(await exists(join(source, name)))) continue;
    for (const folder of [target, dataDir]) await createFolder(dirname(join(folder, name)));
    const own = sides.filter((side) => side.startsWith(`${name}-`));
    if (await exists(join(dataDir, name))) {
      for (const side of own) await move(join(dataDir, side), join(target, side));
      await rename(join(dataDir, name), join(target, name));
      await syncFolder(dirname(join(target, name)));
    }
    for (const side of own) await move(join(source, side), join(dataDir, side));
    await rename(join(source, name), join(dataDir, name));
    await syncFolder(dirname(join(dataDir, name)));
  }
}

const STAGED = /^restore-[a-z0-9-]+$/;

/** Folders of the data folder that hold staged files. */
export async function listStaged(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && STAGED.test(entry.name)).map(({ name }) => name);
}

/** Deletes a folder that held staged files. */
export async function removeStaged(dataDir: string, staged: string): Promise<void> {
  if (!STAGED.test(staged)) throw new Error(`"${staged}" is no folder of a restore`);
  await rm(join(dataDir, staged), { recursive: true, force: true });
}

/** Writes a restored file, unless it exists: files of covers are named after their content. */
export async function writeRestored(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  if (await exists(path)) return;
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  await writeFileAtomically(path, Buffer.concat(parts));
}
