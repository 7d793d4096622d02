import { createBackgroundThrottle } from '#core/background-throttle.ts';
import { makeViewer } from '#core/people/make-viewer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { listBooksToExport, listSeriesToExport } from '#db/repos/system/export-order.repo.ts';
import { endExport, type ExportRow, findExport, startExport } from '#db/repos/system/exports.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { ExportWriter } from '#files/data/export-files.ts';
import { isDiskFull } from '#files/opening/system-errors.ts';
import { TaskFailure, type TaskOutcome, type TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
import { findLanguagePreference } from '#core/people/find-language.ts';
import { speak } from '#words/speak.ts';
import { BOOK_ANCHOR, bookFields, readBookRows, readSeriesRows, SERIES_ANCHOR, seriesFields } from './export-fields.ts';
import { type ExportSection, type ExportText, exportText } from './export-text.ts';
import {
  exportFileName,
  type ExportsContext,
  type ExportWanted,
  missingPermission,
  retentionMs,
  parseWanted,
} from './exports.ts';

type ExportContext = Omit<ExportsContext, 'queue'>;

const BATCH = { least: 10, most: 20 };

interface Table<Row> {
  readonly section: ExportSection<Row>;
  readonly ids: readonly string[];
  readonly readRows: (ids: readonly string[]) => Promise<Row[]>;
}

/** Writes one table. @returns number of rows */
type WriteTable = (text: ExportText, index: number, out: Output) => Promise<number>;

interface Output {
  readonly write: (text: string) => Promise<void>;
  readonly rows: (count: number) => void;
}

function tableWriter<Row>({ section, ids, readRows }: Table<Row>): WriteTable {
  return async (text, index, out) => {
    await out.write(text.openSection(section, index));
    const pace = createBackgroundThrottle(BATCH);
    let count = 0;
    for (let start = 0; start < ids.length; ) {
      out.rows(count);
      const some = ids.slice(start, start + pace.size);
      const first = count;
      const { rows, made } = await pace.spend(async () => {
        const read = await readRows(some);
        return { rows: read.length, made: read.map((row, at) => text.row(section, row, first + at)).join('') };
      });
      await out.write(made);
      start += some.length;
      count += rows;
    }
    await out.write(text.closeSection);
    return count;
  };
}

/** The owner with the permissions of today. @throws {TaskFailure} when they lack one now */
async function currentOwner(db: ReadDb, userId: string, wanted: ExportWanted): Promise<Viewer> {
  const user = await findUser(db, userId);
  if (user?.isActive !== 1) throw new TaskFailure(say('The account is gone or switched off'));
  const viewer = await makeViewer(db, user, null);
  const missing = missingPermission(viewer, wanted.exportType);
  if (missing !== undefined)
    throw new TaskFailure(
      say('This needs the permission {permission}, which the account no longer has', { permission: missing }),
    );
  return viewer;
}

async function planTables({ kind, readHeavy, readBrief }: Database, viewer: Viewer, wanted: ExportWanted) {
  const { exportType, libraryIds, fields, bookFields: ofBooks } = wanted;
  const scope = { kind, viewerScope: viewer, libraryIds };
  const tables: { readonly size: number; readonly write: WriteTable }[] = [];
  if (exportType !== 'books') {
    const ids = await listSeriesToExport(readHeavy, scope);
    const section = {
      name: 'series',
      heading: say('Series'),
      anchor: SERIES_ANCHOR,
      fields: seriesFields(fields),
    } as const;
    const readRows = async (some: readonly string[]) => readSeriesRows(readBrief, viewer, some);
    tables.push({ size: ids.length, write: tableWriter({ section, ids, readRows }) });
  }
  if (exportType !== 'series') {
    const ids = await listBooksToExport(readHeavy, scope);
    const section = { name: 'books', heading: say('Books'), anchor: BOOK_ANCHOR, fields: bookFields(ofBooks) } as const;
    const readRows = async (some: readonly string[]) => readBookRows(readBrief, viewer, some);
    tables.push({ size: ids.length, write: tableWriter({ section, ids, readRows }) });
  }
  return tables;
}

async function writeTables(ctx: ExportContext, row: ExportRow, run: TaskRun, file: ExportWriter): Promise<number> {
  const wanted = parseWanted(row);
  const db = ctx.db.whileWanted(() => run.signal);
  const viewer = await currentOwner(ctx.db.read, row.userId, wanted);
  // Headings are for people; keys and values are not translated.
  const language = (await findLanguagePreference(ctx.db.read, row.userId)) ?? 'en';
  const tables = await speak(language, async () => planTables(db, viewer, wanted));
  const total = tables.reduce((sum, { size }) => sum + size, 0);
  const maxBytes = ctx.settings.get('exports.storage_cap_bytes');
  const text = exportText(wanted.format, tables.length);
  let done = 0;
  const out: Output = {
    write: async (part) => {
      run.signal.throwIfAborted();
      if (file.bytes() + Buffer.byteLength(part) > maxBytes) {
        throw new TaskFailure(
          say('The export would be larger than {max} bytes, which is the limit', { max: maxBytes }),
        );
      }
      await file.write(part);
    },
    rows: (count) => run.report({ current: done + count, total, message: say('Exporting') }),
  };
  await out.write(text.begin);
  for (const [index, { write }] of tables.entries()) done += await write(text, index, out);
  await out.write(text.end);
  return done;
}

/** The failure shown to the owner, when a retry would not help. */
function toTaskFailure(error: unknown): TaskFailure | undefined {
  if (error instanceof TaskFailure) return error;
  return isDiskFull(error) ? new TaskFailure(say('The disk of the server is full')) : undefined;
}

async function makeFile(ctx: ExportContext, row: ExportRow, run: TaskRun): Promise<TaskOutcome> {
  const name = exportFileName(row);
  await using file = await ctx.exportFiles.create(name);
  const rowCount = await writeTables(ctx, row, run, file);
  await file.finish();
  const completedAt = Date.now();
  const isDone = await ctx.db.transaction(async (tx) =>
    endExport(tx, row.id, {
      status: 'completed',
      completedAt,
      rowCount,
      fileSizeBytes: file.bytes(),
      error: null,
      expiresAt: completedAt + retentionMs(ctx),
    }),
  );
  // Cancelled or deleted while the last rows were written.
  if (!isDone) await ctx.exportFiles.remove(name);
  return { result: { rowCount, fileSizeBytes: file.bytes() } };
}

/**
 * Writes the file of an export with what its owner may see now. A killed export starts again; no viewer sees an unfinished file.
 * @throws {TaskFailure} when the owner lost a permission, or the file is too large
 */
export async function runExport(ctx: ExportContext, exportId: string, run: TaskRun): Promise<TaskOutcome> {
  const row = await findExport(ctx.db.read, exportId);
  const begins = row !== undefined && (await ctx.db.transaction(async (tx) => startExport(tx, exportId, Date.now())));
  if (!begins) return {};
  try {
    return await makeFile(ctx, row, run);
  } catch (error) {
    const failure = toTaskFailure(error);
    if (failure === undefined) throw error;
    await ctx.db.transaction(async (tx) =>
      endExport(tx, exportId, { status: 'failed', completedAt: Date.now(), error: toStored(failure.message) }),
    );
    throw failure;
  }
}
