import { MAX_MEMBERS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Tx } from '#db/open.ts';
import {
  deleteMember,
  findEnd,
  insertMembers,
  listMembers,
  writePositions,
} from '#db/repos/lists/shared-lists.repo.ts';
import { describeList, type ListAt } from './get-list.ts';
import { reorder } from './reorder.ts';

/** What a list is to hold, of what somebody may see. */
export interface MembersWanted {
  /** In their order, each once. */
  readonly ids: readonly string[];
  /** Members so far that they may see: those that are not wanted any more go. Others stay where they are. */
  readonly seen: ReadonlySet<string>;
}

/** Adds members behind the others. @throws {AppError} `Conflict` for too many */
export async function append(tx: Tx, { kind, id }: ListAt, ids: readonly string[]): Promise<void> {
  const members = await listMembers(tx.read, kind, id);
  const known = new Set(members);
  const added = ids.filter((memberId) => !known.has(memberId));
  if (members.length + added.length > MAX_MEMBERS) {
    throw new AppError('Conflict', `${describeList({ kind, id })} would have more than ${MAX_MEMBERS} members`);
  }
  const addedAt = Date.now();
  // Positions may have gaps: members go without the others being numbered anew.
  const end = await findEnd(tx.read, kind, id);
  await insertMembers(
    tx,
    kind,
    id,
    added.map((memberId, index) => ({ memberId, position: end + index, addedAt })),
  );
}

/**
 * Gives a list other members, in another order, while nobody else changes it.
 * @throws {AppError} `Conflict` for too many
 */
export async function replaceMembers(tx: Tx, at: ListAt, { ids, seen }: MembersWanted): Promise<void> {
  const { kind, id } = at;
  const wanted = new Set(ids);
  const before = await listMembers(tx.read, kind, id);
  for (const memberId of before) {
    if (seen.has(memberId) && !wanted.has(memberId)) await deleteMember(tx, kind, id, memberId);
  }
  await append(tx, at, ids);
  await writePositions(tx, kind, id, reorder(await listMembers(tx.read, kind, id), ids));
}
