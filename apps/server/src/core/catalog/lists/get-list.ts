import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { type MemberSort, pickMembers } from '#db/repos/lists/list-members.repo.ts';
import { countMembers, findList, type ListKind, type SharedListRow } from '#db/repos/lists/shared-lists.repo.ts';
import { seesAll } from '#db/repos/rows/viewer-scope.ts';
import { listMatchingSeries } from '#core/catalog/search/match-series.ts';
import { say } from '#words/say.ts';
import type { ReadContext } from '../contexts.ts';
import { describeList, LIST_WORDS, type ListAt, parseRule } from './list-kinds.ts';

/** Whether a list is hidden from a viewer, because its rule finds nothing that they may see. */
export async function isEmptyRule(
  ctx: ReadContext,
  viewer: Viewer,
  row: Pick<SharedListRow, 'condition'>,
): Promise<boolean> {
  if (seesAll(viewer) || row.condition === null) return false;
  const rule = { condition: parseRule(row), isReadOnly: true };
  const found = await listMatchingSeries(ctx, viewer, rule, { after: '', limit: 1 });
  return found.length === 0;
}

/** The row of a list that the viewer may see. Throws `NotFound`. */
export async function getList(ctx: ReadContext, viewer: Viewer, at: ListAt): Promise<SharedListRow> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  if (row === undefined || (await isEmptyRule(ctx, viewer, row))) {
    throw new AppError('NotFound', `${describeList(at)} not found`);
  }
  return row;
}

/** A page of members and its order. */
interface MembersWanted extends PageWanted {
  readonly sort: MemberSort;
  readonly direction: 'asc' | 'desc';
}

/** Ids of live visible members of a hand-picked list. The caller has checked access to the list. */
export async function pickShownMembers(
  { db }: ReadContext,
  viewer: Viewer,
  at: ListAt,
  { page, pageSize, sort, direction }: MembersWanted,
): Promise<Listed<string>> {
  const [rows, seen] = await Promise.all([
    pickMembers(db.read, viewer, at, { sort, direction, ...toSlice({ page, pageSize }) }),
    countMembers(db.read, at.kind, viewer, [at.id]),
  ]);
  return { rows, total: seen.get(at.id)?.count ?? 0 };
}

/** Removes duplicates. Throws `NotFound` for the first member that the viewer may not see. */
export async function checkMembers(
  { db }: ReadContext,
  viewer: Viewer,
  kind: ListKind,
  ids: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const { of, member } = LIST_WORDS[kind];
  const seen = new Set(await pickVisible(db.read, viewer, of, wanted));
  const missing = wanted.find((id) => !seen.has(id));
  if (missing !== undefined) throw new AppError('NotFound', `${member} ${missing} not found`);
  return wanted;
}

/** Throws `NotFound`, or `Conflict` when the list has a rule. */
export async function checkPicked(ctx: ReadContext, viewer: Viewer, at: ListAt): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  if (condition !== null)
    throw new AppError('Conflict', say('A rule fills this list, so it cannot be changed by hand'));
}
