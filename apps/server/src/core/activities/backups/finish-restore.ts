import { switchSchemas } from '#db/dump/scratch.ts';
import {
  endJournal,
  readJournal,
  removeStaged,
  type RestoreJournal,
  swapFiles,
  writeJournal,
} from '#files/backups/restore-journal.ts';
import { storeMessage } from '#words/stored-message.ts';
import type { DataPlace } from './find-place.ts';
import { keepStanding } from './keep-standing.ts';

/** How a restore ended. The old state is in the folder `aside`, on PostgreSQL its tables in the schema `asideSchema`. */
export interface RestoreOutcome {
  readonly state: 'restored' | 'undone';
  readonly backup: string;
  readonly endedAt: number;
  readonly aside: string;
  readonly asideSchema: string | null;
  /** Why it was undone. */
  readonly reason: string | null;
  /** When it was decided. */
  readonly startedAt: number;
  /** False when the audit log of before could not be read to its end. */
  readonly isAuditKept: boolean;
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
    ...{ state: 'undone', backup: journal.backup, startedAt: journal.startedAt, endedAt: Date.now(), reason },
    isAuditKept: true,
    aside: failed.folder,
    asideSchema: failed.schema?.aside ?? null,
  };
  await endJournal(dataDir, outcome);
  await removeStaged(dataDir, journal.staged);
  return outcome;
}

interface Tried<Opened> {
  readonly opened: Opened;
  readonly outcome?: RestoreOutcome;
}

/** How to open a state, and how to record in it how the restore ended. */
interface Opening<Opened> {
  /** Fails when the state cannot be used. */
  readonly open: () => Promise<Opened>;
  /** May be called again after it ended, when the process was killed. */
  readonly note?: (opened: Opened, outcome: RestoreOutcome) => Promise<void>;
}

async function openOld<Opened>(
  place: DataPlace,
  journal: RestoreJournal,
  { open, note }: Opening<Opened>,
  reason: string,
): Promise<Tried<Opened>> {
  const outcome = await applyUndo(place, journal, reason);
  const opened = await open();
  await note?.(opened, outcome);
  return { opened, outcome };
}

/**
 * Opens a server's data, after it finished a restore that was decided before. When the restored state does not open, the
 * old one comes back and opens.
 */
export async function openAfterRestore<Opened>(place: DataPlace, opening: Opening<Opened>): Promise<Tried<Opened>> {
  let journal = await readJournal(place.dataDir);
  if (journal === undefined) return { opened: await opening.open() };
  if (journal.phase === 'switch') journal = await applySwitch(place, journal);
  if (journal.phase === 'undo') {
    return openOld(place, journal, opening, storeMessage('The server did not start with the restored state'));
  }
  let opened: Opened;
  let isAuditKept: boolean;
  try {
    isAuditKept = await keepStanding(place, journal);
    opened = await opening.open();
  } catch (error) {
    return openOld(place, journal, opening, error instanceof Error ? error.message : String(error));
  }
  const { backup, startedAt, aside } = journal;
  const outcome: RestoreOutcome = {
    ...{ state: 'restored', backup, startedAt, endedAt: Date.now(), reason: null, aside, isAuditKept },
    asideSchema: journal.schemas?.aside ?? null,
  };
  await opening.note?.(opened, outcome);
  await endJournal(place.dataDir, outcome);
  await removeStaged(place.dataDir, journal.staged);
  return { opened, outcome };
}
