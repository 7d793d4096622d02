import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { connectForDump } from '#db/dump/connect.ts';
import { checksumTables, openDumpSource } from '#db/dump/dump-tables.ts';
import { endBackupTasks, loadTables } from '#db/dump/load-tables.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import { DumpError } from '#db/dump/rows.ts';
import { createSchema, placeInSchema } from '#db/dump/scratch.ts';
import { type DatabaseLocation, openDatabase } from '#db/open.ts';
import { ArchiveError } from '#files/backups/archive-error.ts';
import { isCoverName } from '#files/backups/cover-entries.ts';
import { type RestoreJournal, writeRestored } from '#files/backups/restore-journal.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import { say } from '#words/say.ts';
import { type Manifest, sumEntries } from './manifest.ts';
import { checkBackup, explainDifference, openBackup } from './read-backup.ts';
import { nameScratch, removeScratch } from './scratch-places.ts';
import { type ReportStep, SECRET_FILES } from './write-backup.ts';

const DATABASE_FILE = 'lectern.db';
const SIDES = ['lectern.db-wal', 'lectern.db-shm'];
const ID_BYTES = 4;
/** Rows with their indexes take about so many times their text. */
const SPACE_FACTOR = 3;

/** What is restored, and where to. */
export interface RestoreOrder {
  /** Absolute path of the backup. */
  readonly path: string;
  readonly passphrase?: string | undefined;
  readonly location: DatabaseLocation;
  readonly dataDir: string;
  /** Leaves the tables at the migration of the backup, for an earlier release. */
  readonly asMade?: boolean | undefined;
  /** Names the scratch place, so that the caller can remove it; a new name unless given. */
  readonly scratchId?: string;
}

/** An error of a backup or its rows, for the admin; others as they are. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof ArchiveError || error instanceof DumpError)) return error;
  return new AppError('BadRequest', error.message, { cause: error });
}

/** `20261125-134500`, in UTC. */
export function formatStamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** About how many bytes a restore takes. @param unpackedBytes of all entries */
export function estimateSpace(unpackedBytes: number): number {
  return SPACE_FACTOR * unpackedBytes;
}

/** For messages; rounded up. */
export function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** Name of a new scratch place. */
export function newScratchId(): string {
  return `${formatStamp(Date.now())}-${randomBytes(ID_BYTES).toString('hex')}`;
}

async function checkSpace({ dataDir }: RestoreOrder, manifest: Manifest): Promise<void> {
  const needed = estimateSpace(sumEntries(manifest));
  const space = await measureDiskSpace(dataDir);
  if (space === undefined || space.freeBytes >= needed) return;
  throw new AppError(
    'BadRequest',
    say('The restore needs about {needed, number} MB on the disk of "{folder}", but only {free, number} MB are free', {
      folder: dataDir,
      free: toMegabytes(space.freeBytes),
      needed: toMegabytes(needed),
    }),
  );
}

/** Loads the rows into an empty place, compares them, and brings the tables up to date. */
async function fill(
  order: RestoreOrder,
  place: DatabaseLocation,
  manifest: Manifest,
  report: ReportStep,
): Promise<void> {
  const backup = await openBackup(order.path, order.passphrase);
  await makeTables(place, backup.about.migrations);
  {
    await using connection = await connectForDump(place, 'write');
    let done = 0;
    const total = backup.source.tables.length;
    await loadTables(connection, {
      ...backup.source,
      read: (table) => {
        report((done += 1), total, say('Loading the table “{name}”', { name: table.name }));
        return backup.source.read(table);
      },
    });
  }
  {
    report(1, 1, say('Comparing the rows with the backup'));
    await using connection = await connectForDump(place, 'read');
    const difference = explainDifference(manifest.tables, await checksumTables(await openDumpSource(connection)));
    if (difference !== undefined) throw new DumpError(`The loaded rows are not those of the backup. ${difference}`);
  }
  if (order.asMade !== true) {
    const { db } = await openDatabase(place);
    await db[Symbol.asyncDispose]();
  }
  if (!manifest.tables.some(({ name }) => name === 'task')) return;
  await using connection = await connectForDump(place, 'write');
  await endBackupTasks(connection);
}

/** Puts secrets into the staged folder, and covers into theirs: those that exist already are the same. */
async function stageFiles(order: RestoreOrder, staged: string): Promise<string[]> {
  const backup = await openBackup(order.path, order.passphrase);
  for (const table of backup.source.tables) for await (const rows of backup.source.read(table)) void rows;
  const names: string[] = [];
  for await (const entry of backup.files()) {
    const name = entry.name.replace(/^files\//, '');
    if (SECRET_FILES.some((secret) => secret === name)) {
      await writeRestored(join(order.dataDir, staged, name), entry.bytes());
      names.push(name);
      continue;
    }
    const cover = name.replace(/^covers\//, '');
    if (!name.startsWith('covers/') || !isCoverName(cover)) {
      throw new ArchiveError(`The backup has an entry "${entry.name}" that Lectern does not know`);
    }
    await writeRestored(join(order.dataDir, 'covers', cover), entry.bytes());
  }
  return names;
}

/** A new place for the rows of one restore or drill. */
export interface ScratchPlace {
  readonly location: DatabaseLocation;
  readonly id: string;
  /** Its folder in the data folder. */
  readonly folder: string;
  /** Its schema on PostgreSQL. */
  readonly schema: string | null;
  readonly remove: () => Promise<void>;
}

/** Creates an empty database file, or an empty schema, beside the real one. */
async function openScratch({ location, dataDir, scratchId }: RestoreOrder): Promise<ScratchPlace> {
  const id = scratchId ?? newScratchId();
  const { folder, schema } = nameScratch(id);
  const remove = async (): Promise<void> => removeScratch({ location, dataDir }, id);
  await createFolder(join(dataDir, folder));
  if (location.kind === 'sqlite') {
    const scratch = { kind: 'sqlite', path: join(dataDir, folder, DATABASE_FILE) } as const;
    return { location: scratch, id, folder, schema: null, remove };
  }
  await createSchema(location, schema);
  return { location: placeInSchema(location, schema), id, folder, schema, remove };
}

/** Checks a backup and loads its rows into a scratch place, which a failure deletes. */
async function loadScratch(order: RestoreOrder, report: ReportStep): Promise<ScratchPlace> {
  const manifest = await checkBackup(order.path, order.passphrase);
  await checkSpace(order, manifest);
  const scratch = await openScratch(order);
  try {
    await fill(order, scratch.location, manifest, report);
    return scratch;
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

async function toJournal(order: RestoreOrder, { id, folder, schema }: ScratchPlace): Promise<RestoreJournal> {
  const secrets = await stageFiles(order, folder);
  const isFile = order.location.kind === 'sqlite';
  return {
    ...{ format: 1, phase: 'switch', id, backup: basename(order.path), startedAt: Date.now(), staged: folder },
    aside: `before-restore-${id}`,
    files: isFile ? [DATABASE_FILE, ...secrets] : secrets,
    sides: isFile ? SIDES : [],
    schemas: schema === null ? null : { from: schema, aside: schema.replace('restore', 'before') },
  };
}

/**
 * Checks a backup, and loads it beside the present state: rows into a scratch database, files into a folder. Nothing is replaced.
 * @returns what a start has to do to put it in place
 * @throws {AppError} `BadRequest` for a backup that cannot be restored, or a disk that is too full
 */
export async function stageRestore(order: RestoreOrder, report: ReportStep = () => undefined): Promise<RestoreJournal> {
  try {
    const scratch = await loadScratch(order, report);
    try {
      return await toJournal(order, scratch);
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Loads a backup into a scratch database, compares counts and checksums, and deletes it. @throws as `stageRestore` */
export async function drillRestore(order: RestoreOrder, report: ReportStep = () => undefined): Promise<void> {
  try {
    const scratch = await loadScratch(order, report);
    await scratch.remove();
  } catch (error) {
    throw toRefusal(error);
  }
}
