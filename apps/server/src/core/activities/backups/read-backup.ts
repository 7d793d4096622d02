import type { z } from 'zod';
import { explainUnknown } from '#db/dump/make-tables.ts';
import type { DumpSource, TableSum } from '#db/dump/dump-tables.ts';
import { decodeRow, type DumpTable, type Row } from '#db/dump/rows.ts';
import { ArchiveError } from '#files/backups/archive-error.ts';
import { type ReadEntry, readArchive, readWhole } from '#files/backups/read-archive.ts';
import { say } from '#words/say.ts';
import {
  About,
  ABOUT_ENTRY,
  BACKUP_FORMAT,
  findPartTable,
  Manifest,
  MANIFEST_ENTRY,
  MOST_JSON_BYTES,
  MOST_PART_BYTES,
} from './manifest.ts';

async function readJson<Shape extends z.ZodType>(entry: ReadEntry, shape: Shape): Promise<z.output<Shape>> {
  const text = (await readWhole(entry, MOST_JSON_BYTES)).toString();
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new ArchiveError(`Entry "${entry.name}" of the backup is not what Lectern writes`, { cause: error });
  }
}

/** The first entry. @throws {ArchiveError} it is of a later release, or the file is no backup */
async function readAbout(entry: ReadEntry | undefined): Promise<About> {
  if (entry?.name !== ABOUT_ENTRY) throw new ArchiveError(say('The file is no backup of Lectern'));
  const about = await readJson(entry, About);
  if (about.format > BACKUP_FORMAT) {
    throw new ArchiveError(
      say('The backup is of Lectern {version}, a newer release. Update this server first', { version: about.version }),
    );
  }
  const reason = explainUnknown(about.migrations);
  if (reason !== undefined)
    throw new ArchiveError(`The backup of Lectern ${about.version} cannot be restored. ${reason}`);
  return about;
}

function compareEntries(manifest: Manifest, found: Manifest['entries']): void {
  const wanted = manifest.entries;
  if (wanted.length !== found.length) {
    throw new ArchiveError(
      `The backup has ${String(found.length)} entries, its manifest names ${String(wanted.length)}`,
    );
  }
  for (const [index, { name, size, sha256 }] of wanted.entries()) {
    const other = found[index];
    if (other?.name === name && other.size === size && other.sha256 === sha256) continue;
    throw new ArchiveError(`Entry "${name}" of the backup is not as it was written`);
  }
}

/**
 * Reads a whole backup and compares every entry with its manifest.
 * @param report told of bytes read
 * @throws {ArchiveError} the file is damaged, encrypted otherwise or of a later release
 */
export async function checkBackup(
  path: string,
  passphrase?: string,
  report: (entries: number) => void = () => undefined,
): Promise<Manifest> {
  const found: Manifest['entries'] = [];
  let isFirst = true;
  for await (const entry of readArchive(path, passphrase)) {
    if (isFirst) await readAbout(entry);
    else if (entry.name === MANIFEST_ENTRY) {
      const manifest = await readJson(entry, Manifest);
      compareEntries(manifest, found);
      return manifest;
    } else for await (const part of entry.bytes()) void part;
    isFirst = false;
    found.push({ name: entry.name, size: entry.size, sha256: entry.sha256() });
    report(found.length);
  }
  throw new ArchiveError(
    isFirst ? say('The file is no backup of Lectern') : say('The backup is cut off: its manifest is missing'),
  );
}

/** An open backup: first its tables in their order, then its files. */
export interface OpenBackup {
  readonly about: About;
  readonly source: DumpSource;
  /** Files below `files/`, after all tables were read. */
  readonly files: () => AsyncIterable<ReadEntry>;
}

/** Opens a checked backup to read its rows. */
export async function openBackup(path: string, passphrase?: string): Promise<OpenBackup> {
  const entries = readArchive(path, passphrase)[Symbol.asyncIterator]();
  let current: ReadEntry | undefined;
  const advance = async (): Promise<void> => {
    const next = await entries.next();
    current = next.done === true ? undefined : next.value;
  };
  await advance();
  const about = await readAbout(current);
  await advance();
  const read = async function* read(table: DumpTable): AsyncIterable<readonly Row[]> {
    while (current !== undefined && findPartTable(current.name) === table.name) {
      const text = (await readWhole(current, MOST_PART_BYTES)).toString();
      yield text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => decodeRow(line, table));
      await advance();
    }
  };
  return {
    about,
    source: { migrations: about.migrations, tables: about.tables, read },
    files: async function* files() {
      while (current !== undefined && current.name !== MANIFEST_ENTRY) {
        yield current;
        await advance();
      }
    },
  };
}

/** The first table whose rows differ, in words; undefined for equal ones. */
export function explainDifference(wanted: readonly TableSum[], found: readonly TableSum[]): string | undefined {
  for (const { name, rows, checksum } of wanted) {
    const other = found.find((table) => table.name === name);
    if (other?.rows !== rows) {
      return `Table "${name}" has ${String(other?.rows ?? 0)} rows, the backup names ${String(rows)}`;
    }
    if (other.checksum !== checksum) return `Table "${name}" has other rows than the backup names`;
  }
  return undefined;
}
