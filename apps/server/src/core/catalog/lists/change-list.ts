import { sortKey } from '#core/rules/text/sort-key.ts';
import { type SweepingContext, sweepLater } from '../covers/sweep-covers.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import {
  deleteList,
  deleteMember,
  holdList,
  insertList,
  type ListChange,
  type ListKind,
  listMembers,
  updateList,
  writePositions,
} from '#db/repos/lists/shared-lists.repo.ts';
import { listListCovers, selectListCover } from '#db/repos/lists/list-covers.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { describeList, getList, LIST_WORDS, type ListAt, type ListsContext, ruleOf } from './get-list.ts';
import { allOf, type ListAudience, audienceOf, audienceOfRule, type ListDeed, listEvent } from './list-audience.ts';
import { append, claimName, type MembersWanted, reorder, replaceMembers } from './list-members.ts';

/** What changing lists takes. */
export interface ListChangeContext extends ListsContext {
  readonly events: EventBus;
}

/** Removes duplicates. Throws `NotFound` for the first member that the viewer may not see. */
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

/** A requested list. */
export interface NewList {
  readonly name: string;
  readonly summary: string | null;
  readonly ordered: boolean;
  /** JSON. */
  readonly condition: string | null;
  readonly memberIds: readonly string[];
}

/** Creates a list and returns its id. Throws `Conflict` for a taken name, `NotFound` for an unknown member. */
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

/** Throws `NotFound`, or `Conflict` when the list has a rule. */
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

/** Requested changes. Undefined keeps a value. */
export interface ListUpdate {
  readonly name?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly ordered?: boolean | undefined;
  readonly condition?: string | undefined;
  /** The member whose cover is shown; null for a mosaic. */
  readonly coverId?: string | null | undefined;
  /** The new members in order. Members hidden from the viewer stay. */
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

interface Deed {
  readonly name: ListDeed;
  /** Whether the picture of the list changes. */
  readonly isCover?: boolean;
  readonly work: (tx: Tx) => Promise<void>;
  /** Audience of a list with a rule; otherwise the stored members decide. */
  readonly hearers?: ListAudience | undefined;
}

/** Runs `work` under the lock of the list. Throws `NotFound` when it was deleted meanwhile. */
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

/** The audience of rules before and after a change; undefined for a hand-picked list. */
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
 * Changes the given fields of a list.
 * @throws {AppError} `NotFound`, also for an unknown cover or member; `Conflict` for a taken name, too many members, or
 * members of a list with a rule
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
    // A member's cover replaces an uploaded picture.
    if (coverId !== undefined) await selectListCover(tx, at, null);
    if (members !== undefined) await replaceMembers(tx, at, members);
  };
  const hearers = await ruleHearers(ctx, viewer, [condition, update.condition]);
  await change(ctx, at, { name: 'updated', isCover: coverId !== undefined, work, hearers });
}

/** Changes the uploaded pictures of a list. `work` runs under its lock. Throws `NotFound`, and what `work` throws. */
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

/** Deletes a list but not its members. A sweep deletes its pictures an hour later. Throws `NotFound`. */
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

/** Throws `NotFound`, or `Conflict` when the list has a rule. */
async function checkPicked(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<void> {
  const { condition } = await getList(ctx, viewer, at);
  if (condition !== null) throw new AppError('Conflict', `${describeList(at)} is filled by its rule`);
}

/**
 * Adds members at the end, all or none; known members keep their places.
 * @throws {AppError} `NotFound`, also for an unknown member; `Conflict` for too many, or when the list has a rule
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
 * Reorders members within the places that they occupy together.
 * @throws {AppError} `NotFound`, also for a hidden member; `Conflict` when the list has a rule
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

/** Removes a member if it is there and visible. Throws `NotFound`, or `Conflict` when the list has a rule. */
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
