import { AppError } from '#core/errors.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { listListCovers, selectListCover } from '#db/repos/lists/list-covers.repo.ts';
import { type ListKind } from '#db/repos/lists/shared-lists.repo.ts';
import { deleteList, lockList, insertList, type ListChange, updateList } from '#db/repos/lists/list-writes.repo.ts';
import { listMembers } from '#db/repos/lists/member-writes.repo.ts';
import type { ChangeContext, QueueContext, ReadContext } from '../contexts.ts';
import { sweepLater } from '../covers/sweep-covers.ts';
import { checkMembers, checkPicked, getList } from './get-list.ts';
import {
  mergeAudiences,
  readAudience,
  mergeRuleAudiences,
  type ListAudience,
  type ListDeed,
  listEvent,
} from './list-audience.ts';
import { describeList, LIST_WORDS, type ListAt } from './list-kinds.ts';
import { append, claimName, type MembersWanted, replaceMembers } from './list-members.ts';

/** A requested list. */
interface NewList {
  readonly name: string;
  readonly summary: string | null;
  readonly ordered: boolean;
  /** JSON. */
  readonly condition: string | null;
  readonly memberIds: readonly string[];
}

/** Creates a list and returns its id. Throws `Conflict` for a taken name, `NotFound` for an unknown member. */
export async function createList(
  ctx: ChangeContext,
  viewer: Viewer,
  kind: ListKind,
  { memberIds, name, ordered, summary, condition }: NewList,
): Promise<string> {
  const members = await checkMembers(ctx, viewer, kind, memberIds);
  const at = { kind, id: newId() };
  const ofRule = await mergeRuleAudiences(ctx, viewer, [condition]);
  const now = Date.now();
  await ctx.db.transaction(async (tx) => {
    await insertList(tx, kind, {
      id: at.id,
      name,
      nameKey: await claimName(ctx, tx, viewer, { ...at, name }),
      sortKey: sortKey(name),
      summary,
      ordered: Number(ordered),
      condition,
      createdAt: now,
      updatedAt: now,
    });
    await append(tx, at, members);
    const audience = ofRule ?? (await readAudience(tx.read, at));
    tx.afterCommit(() => ctx.events.emitList(listEvent(at, 'created'), audience));
  });
  return at.id;
}

/** Requested changes. Undefined keeps a value. */
interface ListUpdate {
  readonly name?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly ordered?: boolean | undefined;
  readonly condition?: string | undefined;
  /** The member whose cover is shown; null for a mosaic. */
  readonly coverId?: string | null | undefined;
  /** The new members in order. Members hidden from the viewer stay. */
  readonly memberIds?: readonly string[] | undefined;
}

interface Deed {
  readonly name: ListDeed;
  /** Whether the picture of the list changes. */
  readonly isCover?: boolean;
  readonly work: (tx: Tx) => Promise<void>;
  /** Audience of a list with a rule; otherwise the stored members decide. */
  readonly audience?: ListAudience | undefined;
}

/** Runs `work` under the lock of the list. Throws `NotFound` when it was deleted meanwhile. */
export async function changeHeld({ db, events }: ChangeContext, at: ListAt, deed: Deed): Promise<void> {
  const { name, isCover, work, audience } = deed;
  await db.transaction(async (tx) => {
    if (!(await lockList(tx, at.kind, at.id))) throw new AppError('NotFound', `${describeList(at)} not found`);
    const before = audience ?? (await readAudience(tx.read, at));
    await work(tx);
    const after = audience ?? (name === 'deleted' ? before : await readAudience(tx.read, at));
    tx.afterCommit(() => events.emitList(listEvent(at, name, isCover), mergeAudiences(before, after)));
  });
}

/** Throws `NotFound`, or `Conflict` when the list has a rule. */
async function chooseMembers(
  ctx: ReadContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[],
): Promise<MembersWanted> {
  await checkPicked(ctx, viewer, at);
  const ids = await checkMembers(ctx, viewer, at.kind, memberIds);
  const { read } = ctx.db;
  const seen = await pickVisible(read, viewer, LIST_WORDS[at.kind].of, await listMembers(read, at.kind, at.id));
  return { ids, seen: new Set(seen) };
}

function toChange({ name, summary, ordered, condition, coverId }: ListUpdate): ListChange {
  return {
    ...(name === undefined ? {} : { name, sortKey: sortKey(name) }),
    ...(summary === undefined ? {} : { summary }),
    ...(ordered === undefined ? {} : { ordered: Number(ordered) }),
    ...(condition === undefined ? {} : { condition }),
    ...(coverId === undefined ? {} : { coverId }),
  };
}

/** Changes the given fields. Throws `NotFound`, also for a cover or member; `Conflict` for a taken name. */
export async function changeList(ctx: ChangeContext, viewer: Viewer, at: ListAt, update: ListUpdate): Promise<void> {
  const { coverId, name, memberIds } = update;
  const { condition } = await getList(ctx, viewer, at);
  if (coverId !== undefined && coverId !== null) await checkMembers(ctx, viewer, at.kind, [coverId]);
  const members = memberIds === undefined ? undefined : await chooseMembers(ctx, viewer, at, memberIds);
  const work = async (tx: Tx): Promise<void> => {
    const nameKey = name === undefined ? {} : { nameKey: await claimName(ctx, tx, viewer, { ...at, name }) };
    await updateList(tx, at.kind, at.id, { ...toChange(update), ...nameKey, updatedAt: Date.now() });
    // A member's cover replaces an uploaded picture.
    if (coverId !== undefined) await selectListCover(tx, at, null);
    if (members !== undefined) await replaceMembers(tx, at, members);
  };
  const audience = await mergeRuleAudiences(ctx, viewer, [condition, update.condition]);
  await changeHeld(ctx, at, { name: 'updated', isCover: coverId !== undefined, work, audience });
}

/** Changes the uploaded pictures of a list. `work` runs under its lock. Throws `NotFound`, and what `work` throws. */
export async function changePictures(
  ctx: ChangeContext,
  viewer: Viewer,
  at: ListAt,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  const audience = await mergeRuleAudiences(ctx, viewer, [condition]);
  const changed = async (tx: Tx): Promise<void> => {
    await work(tx);
    await updateList(tx, at.kind, at.id, { updatedAt: Date.now() });
  };
  await changeHeld(ctx, at, { name: 'updated', isCover: true, work: changed, audience });
}

/** Deletes a list but not its members. A sweep deletes its pictures an hour later. Throws `NotFound`. */
export async function removeList(ctx: ChangeContext & QueueContext, viewer: Viewer, at: ListAt): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  const audience = await mergeRuleAudiences(ctx, viewer, [condition]);
  const work = async (tx: Tx): Promise<void> => {
    const pictures = await listListCovers(tx.read, at);
    if (pictures.length > 0) await sweepLater(ctx.queue, tx);
    await deleteList(tx, at.kind, at.id);
  };
  await changeHeld(ctx, at, { name: 'deleted', work, audience });
}
