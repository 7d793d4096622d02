import { sortKey } from '#core/rules/text/sort-key.ts';
import { type SweepingContext, sweepLater } from '../covers/sweep-covers.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { deleteList, holdList, insertList, type ListChange, updateList } from '#db/repos/lists/list-writes.repo.ts';
import { deleteMember, listMembers, writePositions } from '#db/repos/lists/member-writes.repo.ts';
import type { ListKind } from '#db/repos/lists/shared-lists.repo.ts';
import { listListCovers, selectListCover } from '#db/repos/lists/list-covers.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { describeList, getList, LIST_WORDS, type ListAt, type ListsContext, ruleOf } from './get-list.ts';
import { allOf, type ListAudience, audienceOf, audienceOfRule, type ListDeed, listEvent } from './list-audience.ts';
import { append, claimName, type MembersWanted, reorder, replaceMembers } from './list-members.ts';

/** What changing lists takes. */
export interface ListChangeContext extends ListsContext {
  readonly events: EventBus;
}

/** Members in the order given, each once. @throws {AppError} `NotFound` that names the first that the viewer may not see */
async function checkMembers(
  { db }: ListsContext,
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

/** A new list as it is asked for. */
export interface NewList {
  readonly name: string;
  readonly summary: string | null;
  readonly ordered: boolean;
  /** JSON. */
  readonly condition: string | null;
  readonly memberIds: readonly string[];
}

/**
 * Makes a list.
 * @returns its id
 * @throws {AppError} `Conflict` for a name that is taken, `NotFound` for an unknown member
 */
export async function createList(
  ctx: ListChangeContext,
  viewer: Viewer,
  kind: ListKind,
  { memberIds, name, ordered, ...rest }: NewList,
): Promise<string> {
  const members = await checkMembers(ctx, viewer, kind, memberIds);
  const id = newId();
  const at = { kind, id };
  const hearers = await ruleHearers(ctx, viewer, [rest.condition]);
  const now = Date.now();
  await ctx.db.transaction(async (tx) => {
    const keys = { nameKey: await claimName(ctx, tx, viewer, { kind, id, name }), sortKey: sortKey(name) };
    const times = { createdAt: now, updatedAt: now };
    await insertList(tx, kind, { ...rest, ...keys, ...times, id, name, ordered: Number(ordered) });
    await append(tx, at, members);
    const known = hearers ?? (await audienceOf(tx.read, at));
    tx.afterCommit(() => ctx.events.emitList(listEvent(at, 'created'), known));
  });
  return id;
}

/** Who is to be in a list, as far as the viewer sees it. @throws {AppError} `NotFound`, or `Conflict` where a rule says that */
async function chooseMembers(
  ctx: ListsContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[] | undefined,
): Promise<MembersWanted | undefined> {
  if (memberIds === undefined) return undefined;
  await checkPicked(ctx, viewer, at);
  const ids = await checkMembers(ctx, viewer, at.kind, memberIds);
  const { read } = ctx.db;
  const seen = await pickVisible(read, viewer, LIST_WORDS[at.kind].of, await listMembers(read, at.kind, at.id));
  return { ids, seen: new Set(seen) };
}

/** What is changed about a list: undefined stays. */
export interface ListUpdate {
  readonly name?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly ordered?: boolean | undefined;
  readonly condition?: string | undefined;
  /** The member whose cover it shows; null for a picture of several. */
  readonly coverId?: string | null | undefined;
  /** What is in it, in this order; of what the viewer may not see, nothing changes. */
  readonly memberIds?: readonly string[] | undefined;
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

/** What becomes of a list. */
interface Deed {
  readonly name: ListDeed;
  /** The list shows another picture by it. */
  readonly isCover?: boolean;
  readonly work: (tx: Tx) => Promise<void>;
  /** For a list by a rule, the rule's members; otherwise the stored members. */
  readonly hearers?: ListAudience | undefined;
}

/** Runs `work` under the lock of the list. @throws {AppError} `NotFound` when it has gone meanwhile */
async function change({ db, events }: ListChangeContext, at: ListAt, deed: Deed): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdList(tx, at.kind, at.id))) throw new AppError('NotFound', `${describeList(at)} not found`);
    const before = deed.hearers ?? (await audienceOf(tx.read, at));
    await deed.work(tx);
    const isGone = deed.name === 'deleted';
    const after = deed.hearers ?? (isGone ? before : await audienceOf(tx.read, at));
    tx.afterCommit(() => events.emitList(listEvent(at, deed.name, deed.isCover), allOf(before, after)));
  });
}

/** Who may know of a list by a rule, before and after it changes; undefined where members are picked by hand. */
async function ruleHearers(
  ctx: ListsContext,
  viewer: Viewer,
  rules: readonly (string | null | undefined)[],
): Promise<ListAudience | undefined> {
  let hearers: ListAudience | undefined;
  for (const condition of rules) {
    const rule = ruleOf({ condition: condition ?? null });
    if (rule === undefined) continue;
    hearers = allOf(hearers ?? [], await audienceOfRule(ctx, viewer, rule));
  }
  return hearers;
}

/**
 * Changes what is given.
 * @throws {AppError} `NotFound`, also for a cover or a member that is unknown; `Conflict` for a name that is taken, too many
 *   members, or members where a rule says what is in it
 */
export async function changeList(
  ctx: ListChangeContext,
  viewer: Viewer,
  at: ListAt,
  update: ListUpdate,
): Promise<void> {
  const { coverId, name } = update;
  const { kind, id } = at;
  const { condition } = await getList(ctx, viewer, at);
  if (coverId !== undefined && coverId !== null) await checkMembers(ctx, viewer, kind, [coverId]);
  const members = await chooseMembers(ctx, viewer, at, update.memberIds);
  const work = async (tx: Tx): Promise<void> => {
    const nameKey = name === undefined ? {} : { nameKey: await claimName(ctx, tx, viewer, { kind, id, name }) };
    await updateList(tx, kind, id, { ...toChange(update), ...nameKey, updatedAt: Date.now() });
    // What lends its cover takes the place of a picture that was sent.
    if (coverId !== undefined) await selectListCover(tx, at, null);
    if (members !== undefined) await replaceMembers(tx, at, members);
  };
  const hearers = await ruleHearers(ctx, viewer, [condition, update.condition]);
  await change(ctx, at, { name: 'updated', isCover: coverId !== undefined, work, hearers });
}

/**
 * Changes the pictures of a list, which are none of its own fields, and tells of it as of any change of the list.
 * @param work runs under the lock of the list
 * @throws {AppError} `NotFound`, and whatever `work` throws
 */
export async function changePictures(
  ctx: ListChangeContext,
  viewer: Viewer,
  at: ListAt,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  const hearers = await ruleHearers(ctx, viewer, [condition]);
  const changed = async (tx: Tx): Promise<void> => {
    await work(tx);
    await updateList(tx, at.kind, at.id, { updatedAt: Date.now() });
  };
  await change(ctx, at, { name: 'updated', isCover: true, work: changed, hearers });
}

/**
 * Deletes a list; its members stay, and the files of its pictures go with a sweep that is due in an hour.
 * @throws {AppError} `NotFound`
 */
export async function removeList(ctx: ListChangeContext & SweepingContext, viewer: Viewer, at: ListAt): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  const hearers = await ruleHearers(ctx, viewer, [condition]);
  const work = async (tx: Tx): Promise<void> => {
    const pictures = await listListCovers(tx.read, at);
    if (pictures.length > 0) await sweepLater(ctx.queue, tx);
    await deleteList(tx, at.kind, at.id);
  };
  await change(ctx, at, { name: 'deleted', work, hearers });
}

/** A list that is filled by hand. @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it */
async function checkPicked(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  if (condition !== null) throw new AppError('Conflict', `${describeList(at)} is filled by its rule`);
}

/**
 * Adds members at the end, all or none; those that are in it stay where they are.
 * @throws {AppError} `NotFound`, also for an unknown member; `Conflict` for too many, or where a rule says what is in it
 */
export async function addMembers(
  ctx: ListChangeContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[],
): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const members = await checkMembers(ctx, viewer, at.kind, memberIds);
  await change(ctx, at, { name: 'updated', work: async (tx) => append(tx, at, members) });
}

/**
 * Puts members in another order, in the places that they have together.
 * @throws {AppError} `NotFound`, also for a member that the viewer may not see; `Conflict` where a rule says what is in it
 */
export async function orderMembers(
  ctx: ListChangeContext,
  viewer: Viewer,
  at: ListAt,
  memberIds: readonly string[],
): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const wanted = await checkMembers(ctx, viewer, at.kind, memberIds);
  const work = async (tx: Tx): Promise<void> => {
    const members = await listMembers(tx.read, at.kind, at.id);
    await writePositions(tx, at.kind, at.id, reorder(members, wanted));
  };
  await change(ctx, at, { name: 'updated', work });
}

/**
 * Takes a member out, if it is there and the viewer may see it.
 * @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it
 */
export async function removeMember(
  ctx: ListChangeContext,
  viewer: Viewer,
  at: ListAt,
  memberId: string,
): Promise<void> {
  await checkPicked(ctx, viewer, at);
  const [member] = await pickVisible(ctx.db.read, viewer, LIST_WORDS[at.kind].of, [memberId]);
  if (member === undefined) return;
  await change(ctx, at, { name: 'updated', work: async (tx) => deleteMember(tx, at.kind, at.id, member) });
}
