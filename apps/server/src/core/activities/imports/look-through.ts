import { formatByName } from '@lectern/contract';
import { findImportFolderFault } from '#core/settings/check-import-folder.ts';
import { inPages, PAGE_ROWS } from '#db/in-pages.ts';
import { deleteImports, type KnownImport, listKnownImports } from '#db/repos/catalog/imports.repo.ts';
import { type Arrival, listArrivals } from '#files/walk/list-arrivals.ts';
import { isSameFile } from '#files/opening/file-identity.ts';
import { TaskFailure, type TaskOutcome, type TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { type ImportContext, OPEN_STATES } from './import-context.ts';
import { type ArrivalToRead, storeArrivals } from './store-arrivals.ts';

/** A file that changed so recently may still be written. */
const GROWING_MS = 30_000;
/** The next look at files that were growing. */
const AGAIN_MS = 35_000;
const KEPT_MS = 30 * 86_400_000;
const BATCH = 20;

interface Listing {
  readonly root: string;
  readonly files: readonly Arrival[];
  readonly isWhole: boolean;
}

interface Look {
  readonly toRead: readonly ArrivalToRead[];
  readonly gone: readonly string[];
  /** Files that may still be written. */
  readonly growing: number;
  /** Whether accepted files have not moved yet. */
  readonly isImporting: boolean;
}

/** Whether a file may still be written. A time in the future says nothing. */
function isGrowing({ modifiedAt }: Arrival, now: number): boolean {
  return modifiedAt <= now && now - modifiedAt < GROWING_MS;
}

function compare({ root, files: arrivals, isWhole }: Listing, known: readonly KnownImport[]): Look {
  const now = Date.now();
  const open = new Map<string, KnownImport>();
  for (const item of known) if (item.state !== 'imported') open.set(item.path, item);
  const present = new Set(arrivals.map(({ path }) => path));
  const toRead: ArrivalToRead[] = [];
  let growing = 0;
  for (const arrival of arrivals) {
    const item = open.get(arrival.path);
    if (item?.state === 'importing') continue;
    if (item?.root === root && isSameFile({ size: item.fileSize, modifiedAt: item.fileModifiedAt }, arrival)) continue;
    if (isGrowing(arrival, now)) growing += 1;
    else toRead.push({ ...arrival, id: item?.id });
  }
  const isGone = ({ path, state, updatedAt }: KnownImport): boolean =>
    state === 'imported' ? updatedAt < now - KEPT_MS : isWhole && !present.has(path);
  const isImporting = known.some(({ state }) => state === 'importing');
  return { toRead, growing, isImporting, gone: known.filter(isGone).map(({ id }) => id) };
}

async function listKnown({ db }: ImportContext): Promise<KnownImport[]> {
  const known: KnownImport[] = [];
  const pages = inPages(
    async (after) => listKnownImports(db.read, { after, limit: PAGE_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) known.push(...page);
  return known;
}

async function finish({ db, queue }: ImportContext, { gone, growing, isImporting }: Look): Promise<void> {
  if (gone.length === 0 && growing === 0 && !isImporting) return;
  await db.transaction(async (tx) => {
    await deleteImports(tx, gone, [...OPEN_STATES, 'imported']);
    // The task that moves them may have been cancelled.
    if (isImporting) await queue.enqueue(tx, 'import_files', {});
    if (growing > 0) await queue.enqueue(tx, 'look_through_imports', {}, { startAt: Date.now() + AGAIN_MS });
  });
}

/**
 * Lists the files of the import folder that are new or have changed, reads them, and suggests a place for each. Files that are
 * gone leave the list.
 * @throws {TaskFailure} the folder cannot be used
 */
export async function lookThroughImports(ctx: ImportContext, run: TaskRun): Promise<TaskOutcome> {
  const root = ctx.settings.get('imports.folder');
  if (root === '') return { result: { found: 0 } };
  const fault = await findImportFolderFault(ctx, root);
  if (fault !== undefined) throw new TaskFailure(fault);
  run.report({ current: 0, total: 0, message: say('Listing the import folder') });
  const { files, isWhole } = await listArrivals(root, (name) => formatByName(name) !== undefined, run.signal);
  const look = compare({ root, files, isWhole }, await listKnown(ctx));
  const total = look.toRead.length;
  for (let start = 0; start < total; start += BATCH) {
    run.signal.throwIfAborted();
    if (start > 0 && (await run.shouldYield())) return { result: { found: start }, again: true };
    run.report({ current: start, total, message: say('Reading new files: {done} of {total}', { done: start, total }) });
    await storeArrivals(ctx, root, look.toRead.slice(start, start + BATCH), run.signal);
  }
  await finish(ctx, look);
  return { result: { found: total, growing: look.growing } };
}
