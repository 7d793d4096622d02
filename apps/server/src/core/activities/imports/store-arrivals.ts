import { type BookReading, FormatError } from '@lectern/formats';
import { mapConcurrently } from '#core/map-concurrently.ts';
import { describeFailure } from '#core/rules/files/describe-error.ts';
import { isSystemError } from '#core/rules/files/system-error.ts';
import { newId } from '#db/new-id.ts';
import {
  findSameBook,
  type ImportRow,
  insertImport,
  lockImports,
  updateImport,
} from '#db/repos/catalog/imports.repo.ts';
import { readErrorCode } from '#files/opening/system-errors.ts';
import type { Arrival } from '#files/walk/list-arrivals.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { getName } from '#files/walk/relative-paths.ts';
import { failureMessage } from '#log/redact.ts';
import { say } from '#words/say.ts';
import { toStoredOrNull } from '#words/stored-message.ts';
import { writeCauses } from '../notices/write-causes.ts';
import { type ImportContext, OPEN_STATES, readFormat } from './import-context.ts';
import { type FoundFile, suggestPlaces } from './suggest-places.ts';

/** Files that are read at once. */
const AT_ONCE = 2;
/** A time that no file has: the next look reads the file again. */
const NEVER_READ = -1;

/** A file that is new or has changed. */
export interface ArrivalToRead extends Arrival {
  /** The row of the file before it changed. */
  readonly id: string | undefined;
}

interface Read extends FoundFile {
  readonly arrival: ArrivalToRead;
  readonly hash: string;
  readonly format: string;
  readonly fault: string | null;
  readonly duplicateId: string | null;
}

type Reading = Pick<BookReading, 'format' | 'metadata' | 'fingerprint'>;

/** Opens a file as a book. @returns a sentence for a file that is no readable book */
async function openFile(ctx: ImportContext, path: string, signal: AbortSignal): Promise<Reading | string> {
  try {
    const { format, metadata, fingerprint } = await ctx.readers.read(path, { background: true, signal });
    return { format, metadata, fingerprint };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || isSystemError(error)) throw error;
    if (error instanceof FormatError) return describeFailure(error).message;
    ctx.log.scan.error({ err: error }, 'a file of the import folder could not be read');
    return `Reading the file failed unexpectedly: ${failureMessage(error)}`;
  }
}

/** Reads a file with its hash. @returns undefined when the file changed meanwhile */
async function readFile(
  ctx: ImportContext,
  root: string,
  arrival: ArrivalToRead,
  signal: AbortSignal,
): Promise<Read | undefined> {
  const path = pathInRoot(root, arrival.path);
  const hash = await ctx.readers.hash(path, arrival, { background: true, signal });
  if (hash === undefined) return undefined;
  const reading = await openFile(ctx, path, signal);
  const found = { arrival, path: arrival.path, hash };
  if (typeof reading === 'string') {
    return { ...found, format: readFormat(arrival.path), metadata: {}, fault: reading, duplicateId: null };
  }
  const { format, metadata, fingerprint } = reading;
  const same = { fileHash: hash, fingerprint, fileSize: arrival.size };
  const duplicateId = (await findSameBook(ctx.db.read, same)) ?? null;
  return { ...found, format, metadata, fault: null, duplicateId };
}

/** Reads a file. A disk that refuses it makes it broken until a later look can read it. */
async function readOrBlame(
  ctx: ImportContext,
  root: string,
  arrival: ArrivalToRead,
  signal: AbortSignal,
): Promise<Read | undefined> {
  try {
    return await readFile(ctx, root, arrival, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || (!isSystemError(error) && !(error instanceof FormatError))) throw error;
    const fault = say('The file cannot be read ({code})', { code: readErrorCode(error) ?? error.name });
    const { path } = arrival;
    const unread = { ...arrival, modifiedAt: NEVER_READ };
    return { arrival: unread, path, hash: '', format: readFormat(path), metadata: {}, fault, duplicateId: null };
  }
}

/** Reads files of the import folder, and stores each with a suggested place. */
export async function storeArrivals(
  ctx: ImportContext,
  root: string,
  arrivals: readonly ArrivalToRead[],
  signal: AbortSignal,
): Promise<void> {
  const read: Read[] = [];
  await mapConcurrently(arrivals, AT_ONCE, async (arrival) => {
    const file = await readOrBlame(ctx, root, arrival, signal);
    if (file !== undefined) read.push(file);
    return true;
  });
  const suggested = await suggestPlaces(ctx.db.read, read);
  const at = Date.now();
  const rows = read.map(({ arrival, path, hash, format, fault, duplicateId }, index) => ({
    ...(suggested[index] ?? { libraryId: null, seriesTitle: '', folder: '', fileName: getName(path) }),
    id: arrival.id ?? newId(),
    isNew: arrival.id === undefined,
    path,
    fileSize: arrival.size,
    fileModifiedAt: arrival.modifiedAt,
    fileHash: hash,
    format,
    state: fault === null ? 'waiting' : 'broken',
    fault: toStoredOrNull(fault),
    duplicateId,
    root,
    updatedAt: at,
  }));
  await ctx.db.transaction(async (tx) => {
    await lockImports(tx);
    const waiting: Pick<ImportRow, 'path'>[] = [];
    for (const { isNew, id, ...row } of rows) {
      if (isNew) await insertImport(tx, { id, ...row, foundAt: at });
      else if (!(await updateImport(tx, { id, states: OPEN_STATES }, row))) continue;
      if (row.state === 'waiting') waiting.push(row);
    }
    const subjects = waiting.map(({ path }) => ({ message: path }));
    await writeCauses(ctx, tx, 'imports_waiting', subjects);
  });
}
