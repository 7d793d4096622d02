import type { Viewer } from '#core/viewer.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { deleteMember, listMembers, writePositions } from '#db/repos/lists/member-writes.repo.ts';
import type { ChangeContext } from '../contexts.ts';
import { changeHeld } from './change-list.ts';
import { checkMembers, checkPicked } from './get-list.ts';
import { LIST_WORDS, type ListAt } from './list-kinds.ts';
import { append, reorder } from './list-members.ts';

/** Adds members at the end, all or none. Throws `NotFound`, or `Conflict` for too many or a list with a rule. */
export async function addMembers(
  ctx: ChangeContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[],
): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const members = await checkMembers(ctx, viewer, at.kind, memberIds);
  await changeHeld(ctx, at, { name: 'updated', work: async (tx) => append(tx, at, members) });
}

/** Reorders members within their places. Throws `NotFound`, or `Conflict` when the list has a rule. */
export async function orderMembers(
  ctx: ChangeContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[],
): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const wanted = await checkMembers(ctx, viewer, at.kind, memberIds);
  await changeHeld(ctx, at, {
    name: 'updated',
    work: async (tx) => {
      const members = await listMembers(tx.read, at.kind, at.id);
      await writePositions(tx, at.kind, at.id, reorder(members, wanted));
    },
  });
}

/** Removes a member if it is there and visible. Throws `NotFound`, or `Conflict` when the list has a rule. */
export async function removeMember(ctx: ChangeContext, viewer: Viewer, at: ListAt, memberId: string): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const [member] = await pickVisible(ctx.db.read, viewer, LIST_WORDS[at.kind].of, [memberId]);
  if (member === undefined) return;
  await changeHeld(ctx, at, { name: 'updated', work: async (tx) => deleteMember(tx, at.kind, at.id, member) });
}
