import { switchSchemas } from '#db/dump/scratch.ts';
import type { DatabaseLocation } from '#db/open.ts';
import {
  endJournal,
  readJournal,
  removeStaged,
  type RestoreJournal,
  swapFiles,
  writeJournal,
} from '#files/backups/restore-journal.ts';
import { storeMessage } from '#words/stored-message.ts';

/** Where the data of a server is. */
export interface DataPlace {
  readonly location: DatabaseLocation;
  readonly dataDir: string;
}

/** How a restore ended. The old state is in the folder `aside`, on PostgreSQL its tables in the schema `asideSchema`. */
export interface RestoreOutcome {
  readonly state: 'restored' | 'undone';
  readonly backup: string;
  readonly endedAt: number;
  readonly aside: string;
  readonly asideSchema: string | null;
  /** Why it was undone. */
  readonly reason: string | null;
}

/** Decides for a staged restore: from here on every start finishes it. */
export async function decideRestore(dataDir: string, journal: RestoreJournal): Promise<void> {
  await writeJournal(dataDir, journal);
}

function failedNames({ id, schemas }: RestoreJournal) {
  const schema = schemas === null ? null : { from: schemas.aside, aside: schemas.from.replace('restore', 'failed') };
  return { folder: `failed-restore-${id}`, schema };
}

async function applySwitch({ location, dataDir }: DataPlace, journal: RestoreJournal): Promise<RestoreJournal> {
  await swapFiles(dataDir, journal, { from: journal.staged, to: journal.aside });
  if (location.kind === 'postgres' && journal.schemas !== null) await switchSchemas(location, journal.schemas);
  const next = { ...journal, phase: 'try' } as const;
  await writeJournal(dataDir, next);
  return next;
}

async function applyUndo(
  { location, dataDir }: DataPlace,
  journal: RestoreJournal,
  reason: string,
): Promise<RestoreOutcome> {
  const failed = failedNames(journal);
  await writeJournal(dataDir, { ...journal, phase: 'undo' });
  await swapFiles(dataDir, journal, { from: journal.aside, to: failed.folder });
  if (location.kind === 'postgres' && failed.schema !== null) await switchSchemas(location, failed.schema);
  const outcome: RestoreOutcome = {
    ...{ state: 'undone', backup: journal.backup, endedAt: Date.now(), reason },
    aside: failed.folder,
    asideSchema: failed.schema?.aside ?? null,
  };
  await endJournal(dataDir, outcome);
  await removeStaged(dataDir, journal.staged);
  return outcome;
}

/**
 * Opens a server's data, after it finished a restore that was decided before. When the restored state does not open, the
 * old one comes back and opens.
 * @param open fails when the state cannot be used
 */
export async function openAfterRestore<Opened>(
  place: DataPlace,
  open: () => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly outcome?: RestoreOutcome }> {
  let journal = await readJournal(place.dataDir);
  if (journal === undefined) return { opened: await open() };
  if (journal.phase === 'switch') journal = await applySwitch(place, journal);
  if (journal.phase === 'undo') {
    const outcome = await applyUndo(place, journal, storeMessage('The server did not start with the restored state'));
    return { opened: await open(), outcome };
  }
  let opened: Opened;
  try {
    opened = await open();
  } catch (error) {
    const outcome = await applyUndo(place, journal, error instanceof Error ? error.message : String(error));
    return { opened: await open(), outcome };
  }
  const outcome: RestoreOutcome = {
    ...{ state: 'restored', backup: journal.backup, endedAt: Date.now(), reason: null },
    aside: journal.aside,
    asideSchema: journal.schemas?.aside ?? null,
  };
  await endJournal(place.dataDir, outcome);
  await removeStaged(place.dataDir, journal.staged);
  return { opened, outcome };
}
