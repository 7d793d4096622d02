import { MAX_MEMBERS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { lockNames, listNamesakes } from '#db/repos/lists/list-writes.repo.ts';
import {
  deleteMember,
  findEnd,
  insertMembers,
  listMembers,
  writePositions,
} from '#db/repos/lists/member-writes.repo.ts';
import type { ListKind } from '#db/repos/lists/shared-lists.repo.ts';
import { say } from '#words/say.ts';
import { isEmptyRule } from './get-list.ts';
import type { ListAt } from './list-kinds.ts';
import type { ReadContext } from '../contexts.ts';

/** Ignores case and outer spaces. */
function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Separates name and id in the key of a list whose name a hidden list already uses. No name contains it. */
const APART = '\u0001';

/** The unique name key, under the lock of all names. A hidden list reserves no name. Throws `Conflict`. */
export async function claimName(
  ctx: ReadContext,
  tx: Tx,
  viewer: Viewer,
  { kind, id, name }: { readonly kind: ListKind; readonly id: string; readonly name: string },
): Promise<string> {
  await lockNames(tx, kind);
  const key = foldName(name).replaceAll(APART, ' ');
  const all = await listNamesakes(tx.read, kind, viewer, { key, apart: `${key}${APART}` });
  const namesakes = all.filter((other) => other.id !== id);
  for (const other of namesakes) {
    if (other.isKnown === 1 && !(await isEmptyRule(ctx, viewer, other))) {
      throw new AppError(
        'Conflict',
        kind === 'collection'
          ? say('There is already a collection "{name}"', { name })
          : say('There is already a reading list "{name}"', { name }),
      );
    }
  }
  return namesakes.some(({ nameKey }) => nameKey === key) ? `${key}${APART}${id}` : key;
}

/**
 * Moves `wanted` entries into a new order within the places that they occupy together. Other entries, which may be
 * hidden, stay.
 * @param entries without duplicates
 * @param wanted unknown entries and duplicates are ignored
 */
export function reorder(entries: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(entries);
  const moved = [...new Set(wanted)].filter((entry) => known.has(entry));
  const isMoved = new Set(moved);
  const next = moved.values();
  return entries.map((entry) => (isMoved.has(entry) ? (next.next().value ?? entry) : entry));
}

/** Requested members of a list. */
export interface MembersWanted {
  /** In order, without duplicates. */
  readonly ids: readonly string[];
  /** Current members that the user may see. Of these, unwanted ones are removed. */
  readonly seen: ReadonlySet<string>;
}

/** Adds members at the end. Throws `Conflict` for too many. */
export async function append(tx: Tx, { kind, id }: ListAt, ids: readonly string[]): Promise<void> {
  const members = await listMembers(tx.read, kind, id);
  const known = new Set(members);
  const added = ids.filter((memberId) => !known.has(memberId));
  if (members.length + added.length > MAX_MEMBERS) {
    throw new AppError(
      'Conflict',
      kind === 'collection'
        ? say('A collection can have at most {max, plural, one {# series} other {# series}}', { max: MAX_MEMBERS })
        : say('A reading list can have at most {max, plural, one {# book} other {# books}}', { max: MAX_MEMBERS }),
    );
  }
  const addedAt = Date.now();
  // Positions may have gaps, because removing a member does not renumber the others.
  const end = await findEnd(tx.read, kind, id);
  const rows = added.map((memberId, index) => ({ memberId, position: end + index, addedAt }));
  await insertMembers(tx, kind, id, rows);
}

/** Replaces and reorders members, under the lock of the list. Throws `Conflict` for too many. */
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
