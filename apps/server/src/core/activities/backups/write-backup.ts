import { join } from 'node:path';
import { connectForDump } from '#db/dump/connect.ts';
import { dumpTables, type DumpSink, openDumpSource } from '#db/dump/dump-tables.ts';
import { listAddedCovers } from '#db/dump/list-added-covers.ts';
import { DumpError, encodeRow } from '#db/dump/rows.ts';
import type { DatabaseLocation } from '#db/open.ts';
import { type ArchiveWriter, createArchive } from '#files/backups/archive-writer.ts';
import { findCoverFiles } from '#files/backups/cover-entries.ts';
import { say } from '#words/say.ts';
import {
  type About,
  ABOUT_ENTRY,
  BACKUP_FORMAT,
  type Manifest,
  MANIFEST_ENTRY,
  MOST_PART_BYTES,
  partName,
} from './manifest.ts';

const PART_BYTES = 1_048_576;
/** Secrets of the data folder. */
export const SECRET_FILES = ['jwt-secret', 'server-id', 'tls/authority.pem'] as const;

/** What a backup is made of, and where it goes. */
export interface BackupOrder {
  readonly location: DatabaseLocation;
  readonly dataDir: string;
  /** Absolute path of the new file. */
  readonly path: string;
  readonly passphrase?: string | undefined;
  /** Of Lectern. */
  readonly version: string;
}

/** Told of progress: a table or file is written. */
export type ReportStep = (current: number, total: number, message: string) => void;

function tableSink(archive: ArchiveWriter, step: (table: string) => void): DumpSink {
  return {
    write: async ({ name }, batches) => {
      let lines: string[] = [];
      let bytes = 0;
      let part = 1;
      const flush = async (): Promise<void> => {
        if (lines.length === 0) return;
        const text = Buffer.from(`${lines.join('\n')}\n`);
        if (text.length > MOST_PART_BYTES)
          throw new DumpError(`Table "${name}" has a row that is too large for a backup`);
        await archive.add(partName(name, part), text);
        part += 1;
        lines = [];
        bytes = 0;
      };
      for await (const rows of batches) {
        for (const row of rows) {
          const line = encodeRow(row);
          lines.push(line);
          bytes += line.length;
          if (bytes >= PART_BYTES) await flush();
        }
      }
      await flush();
      step(name);
    },
  };
}

async function addFiles(archive: ArchiveWriter, dataDir: string, coverKeys: readonly string[]): Promise<void> {
  for (const name of SECRET_FILES) await archive.addFile(`files/${name}`, join(dataDir, name));
  for (const key of coverKeys) {
    for (const { name, path } of await findCoverFiles(join(dataDir, 'covers'), key)) {
      await archive.addFile(`files/covers/${name}`, path);
    }
  }
}

/**
 * Writes a backup of one state of the database, of added covers and of secrets. Servers write meanwhile; on SQLite the
 * caller is a thread or a command, because its queries are synchronous.
 */
export async function writeBackup(order: BackupOrder, report: ReportStep = () => undefined): Promise<Manifest> {
  const { location, dataDir, path, passphrase, version } = order;
  await using connection = await connectForDump(location, 'read');
  const source = await openDumpSource(connection);
  await using archive = await createArchive(path, passphrase);
  const about: About = {
    format: BACKUP_FORMAT,
    version,
    databaseKind: location.kind,
    createdAt: Date.now(),
    migrations: [...source.migrations],
    tables: source.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  await archive.add(ABOUT_ENTRY, Buffer.from(JSON.stringify(about)));
  const total = source.tables.length + 1;
  let done = 0;
  const sink = tableSink(archive, (table) =>
    report((done += 1), total, say('Copied the table “{name}”', { name: table })),
  );
  const tables = await dumpTables(source, sink);
  await addFiles(archive, dataDir, await listAddedCovers(connection, source.tables));
  report(total, total, say('Copied the files'));
  const manifest: Manifest = { ...about, tables, entries: [...archive.entries] };
  await archive.add(MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)));
  await archive.finish();
  return manifest;
}
