import { MAX_MEMBERS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import {
  deleteMember,
  findEnd,
  insertMembers,
  listMembers,
  writePositions,
} from '#db/repos/lists/member-writes.repo.ts';
import { holdNames, listNamesakes } from '#db/repos/lists/list-writes.repo.ts';
import type { ListKind } from '#db/repos/lists/shared-lists.repo.ts';
import { describeList, isEmptyRule, LIST_WORDS, type ListAt, type ListsContext } from './get-list.ts';

/** Case and outer blanks do not count. */
function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Before the id of a list whose name a list that its author does not know of has as well. No name holds it. */
const APART = '\u0001';

/**
 * The key under which a list keeps its name, once nobody else changes names. A name is taken when the viewer knows of the list
 * that has it: one that is hidden from them tells nothing of itself, and its name can be used again.
 * @throws {AppError} `Conflict`
 */
export async function claimName(
  ctx: ListsContext,
  tx: Tx,
  viewer: Viewer,
  { kind, id, name }: { readonly kind: ListKind; readonly id: string; readonly name: string },
): Promise<string> {
  await holdNames(tx, kind);
  const key = foldName(name).replaceAll(APART, ' ');
  const namesakes = (await listNamesakes(tx.read, kind, viewer, { key, apart: `${key}${APART}` })).filter(
    (other) => other.id !== id,
  );
  for (const other of namesakes) {
    if (other.isKnown === 1 && !(await isEmptyRule(ctx, viewer, other))) {
      throw new AppError('Conflict', `There is a ${LIST_WORDS[kind].list.toLowerCase()} named "${name}" already`);
    }
  }
  return namesakes.some(({ nameKey }) => nameKey === key) ? `${key}${APART}${id}` : key;
}

/**
 * Puts some entries of a list in another order: they share out the places that they have together, all others stay. So who
 * sees a part of a list only moves nothing that they do not see.
 * @param entries in their order, each once
 * @param wanted some of them in the new order; what is no entry is passed over, as is whatever comes again
 */
export function reorder(entries: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(entries);
  const moved = [...new Set(wanted)].filter((entry) => known.has(entry));
  const isMoved = new Set(moved);
  const next = moved.values();
  return entries.map((entry) => (isMoved.has(entry) ? (next.next().value ?? entry) : entry));
}

/** What a list is to hold, of what a user may see. */
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
  // Positions may have gaps: members go without the others being numbered again.
  const end = await findEnd(tx.read, kind, id);
  await insertMembers(
    tx,
    kind,
    id,
    added.map((memberId, index) => ({ memberId, position: end + index, addedAt })),
  );
}

/**
 * Gives a list other members, in a new order, under its lock.
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
