import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import { openContext } from '#context/context.ts';
import { type DataPlace, findPlace } from '#core/activities/backups/find-place.ts';
import { decideRestore, openAfterRestore, type RestoreOutcome } from '#core/activities/backups/finish-restore.ts';
import { noteRestore } from '#core/activities/backups/note-restore.ts';
import { requireAlone } from '#core/activities/backups/require-alone.ts';
import { stageRestore } from '#core/activities/backups/stage-restore.ts';
import { connectForDump } from '#db/dump/connect.ts';
import { checksumTables, openDumpSource } from '#db/dump/dump-tables.ts';
import { holdDataFolder } from '#db/hold-data-folder.ts';
import { readJournal } from '#files/backups/restore-journal.ts';
import { sayStoredOrNull } from '#words/stored-message.ts';

/** How a restore ended, in words. */
export function explainOutcome({ state, aside, asideSchema, reason }: RestoreOutcome, { dataDir }: Config): string {
  const where = `${join(dataDir, aside)}${asideSchema === null ? '' : ` and in the schema ${asideSchema}`}`;
  if (state === 'restored') return `Restored. The state before is kept in ${where}`;
  return `The restored state did not open (${sayStoredOrNull(reason) ?? 'unknown reason'}), so the old one is back. The restored one is kept in ${where}`;
}

/** What to restore. */
interface RestoreWish {
  readonly path: string;
  readonly passphrase: string | undefined;
  /** Without the migrations of this release. */
  readonly asMade?: boolean;
}

/** Ends a decided restore with the tables of this release. */
async function finish(config: Config, place: DataPlace): Promise<RestoreOutcome | undefined> {
  const { opened, outcome } = await openAfterRestore(place, {
    open: async () => openContext(config),
    note: async (context, ended) => noteRestore(context, ended, 'operator'),
  });
  await opened[Symbol.asyncDispose]();
  return outcome;
}

async function readAll({ location }: DataPlace): Promise<void> {
  await using connection = await connectForDump(location, 'read');
  await checksumTables(await openDumpSource(connection));
}

/** Ends a decided restore with the tables of the backup, which this release cannot open. */
async function finishAsMade(place: DataPlace): Promise<RestoreOutcome | undefined> {
  return (await openAfterRestore(place, { open: async () => readAll(place) })).outcome;
}

/** Stages and switches. The caller has stopped every server of this data. */
export async function restoreInto(
  config: Config,
  { path, passphrase, asMade = false }: RestoreWish,
): Promise<RestoreOutcome> {
  const place = findPlace(config);
  using _held = await holdDataFolder(place.location);
  // A restore that was interrupted ends first.
  if ((await readJournal(place.dataDir)) !== undefined) await finish(config, place);
  await requireAlone(place);
  const journal = await stageRestore({ ...place, path, passphrase, asMade });
  await decideRestore(place.dataDir, journal);
  const outcome = asMade ? await finishAsMade(place) : await finish(config, place);
  if (outcome === undefined) throw new Error('The restore left no outcome');
  return outcome;
}
