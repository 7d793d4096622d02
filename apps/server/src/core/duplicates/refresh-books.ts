import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '#core/group-by.ts';
import type { Settings } from '#core/settings/settings.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  deleteGroups,
  deleteMarks,
  type DuplicateGroupRow,
  listGroupsByHash,
  listHashedBooks,
  listMarks,
  lockDuplicates,
  putGroups,
} from '#db/repos/catalog/duplicates.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { decideFate, signMembers } from './plan-groups.ts';

/** What keeping groups uses. */
export interface DuplicatesContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly settings: Pick<Settings, 'get'>;
}

/** Marks of one transaction: a few milliseconds of work. */
const BOOKS_AT_ONCE = 500;

/** Compares groups with their books. @returns libraries with a book in a group that changed, undefined when none did */
async function settleHashes(tx: Tx, hashes: readonly string[], at: number): Promise<ReadonlySet<string> | undefined> {
  const books = groupBy(await listHashedBooks(tx.read, hashes), ({ fileHash }) => fileHash);
  const stored = new Map((await listGroupsByHash(tx.read, hashes)).map((group) => [group.fileHash, group]));
  const put: DuplicateGroupRow[] = [];
  const over: string[] = [];
  const touched = new Set<string>();
  for (const fileHash of hashes) {
    const known = stored.get(fileHash);
    const members = books.get(fileHash) ?? [];
    const ids = members.map(({ id }) => id);
    const fate = decideFate(known, ids);
    if (fate === 'none' || fate === 'same') continue;
    for (const { libraryId } of members) touched.add(libraryId);
    if (fate === 'over' && known !== undefined) over.push(known.id);
    else {
      const row = { id: known?.id ?? newId(), fileHash, members: signMembers(ids), createdAt: at };
      put.push({ ...row, updatedAt: at, dismissedAt: null });
    }
  }
  await putGroups(tx, put);
  await deleteGroups(tx, over);
  return over.length + put.length === 0 ? undefined : touched;
}

async function settleSome(ctx: DuplicatesContext): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    await lockDuplicates(tx);
    const marks = await listMarks(tx.read, BOOKS_AT_ONCE);
    const touched = await settleHashes(tx, [...new Set(marks.map(({ fileHash }) => fileHash))], Date.now());
    await deleteMarks(
      tx,
      marks.map(({ id }) => id),
    );
    tx.afterCommit(() => {
      if (touched !== undefined) ctx.events.emitDuplicates([...touched]);
    });
    return marks.length;
  });
}

/**
 * Brings the groups of equal files in line with the books, as far as these changed since the last time. What is cut off goes
 * on the next time.
 */
export async function refreshBookGroups(ctx: DuplicatesContext): Promise<void> {
  const [first] = await listMarks(ctx.db.read, 1);
  if (first === undefined) return;
  // Requests that came meanwhile go first.
  while ((await settleSome(ctx)) === BOOKS_AT_ONCE) await nextTurn();
}
