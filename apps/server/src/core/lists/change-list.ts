import { randomUUIDv7 } from 'node:crypto';
import { MAX_MEMBERS } from '@lectern/contract';
import { sortKey } from '#core/catalog/sort-key.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { isUniqueViolation } from '#db/dialect.ts';
import type { Database, Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/cover-targets.repo.ts';
import {
  deleteList,
  deleteMember,
  findEnd,
  findList,
  holdList,
  insertList,
  insertMembers,
  type ListChange,
  type ListKind,
  listMembers,
  type SharedListRow,
  updateList,
  writePositions,
} from '#db/repos/shared-lists.repo.ts';
import { reorder } from './reorder.ts';

/** What shared lists take. */
export interface ListsContext {
  readonly db: Database;
}

const NAMES: Readonly<Record<ListKind, string>> = { collection: 'Collection', readList: 'Read list' };
const MEMBERS: Readonly<Record<ListKind, { readonly of: 'series' | 'books'; readonly name: string }>> = {
  collection: { of: 'series', name: 'Series' },
  readList: { of: 'books', name: 'Book' },
};

/** What a list is called in messages. */
export function describeList(kind: ListKind, id: string): string {
  return `${NAMES[kind]} ${id}`;
}

/**
 * A list that the viewer may know of.
 * @throws {AppError} `NotFound`
 */
export async function getList(
  { db }: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  id: string,
): Promise<SharedListRow> {
  const row = await findList(db.read, kind, viewer, id);
  if (row === undefined) throw new AppError('NotFound', `${describeList(kind, id)} not found`);
  return row;
}

/** The name that two lists of a kind cannot share: case and outer blanks do not count. */
function nameKeyOf(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

async function unlessTaken<Value>(kind: ListKind, name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = `There is a ${NAMES[kind].toLowerCase()} named "${name}" already`;
    throw new AppError('Conflict', message, { cause: error });
  }
}

/** Members in the order given, each once. @throws {AppError} `NotFound` that names the first that the viewer may not see */
async function checkMembers(
  { db }: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  ids: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const { of, name } = MEMBERS[kind];
  const seen = new Set(await pickVisible(db.read, viewer, of, wanted));
  const missing = wanted.find((id) => !seen.has(id));
  if (missing !== undefined) throw new AppError('NotFound', `${name} ${missing} not found`);
  return wanted;
}

async function append(tx: Tx, kind: ListKind, id: string, ids: readonly string[]): Promise<void> {
  const members = await listMembers(tx.read, kind, id);
  const known = new Set(members);
  const added = ids.filter((memberId) => !known.has(memberId));
  if (members.length + added.length > MAX_MEMBERS) {
    throw new AppError('Conflict', `${describeList(kind, id)} would have more than ${MAX_MEMBERS} members`);
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
  ctx: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  { memberIds, name, ordered, ...rest }: NewList,
): Promise<string> {
  const members = await checkMembers(ctx, viewer, kind, memberIds);
  const id = randomUUIDv7();
  const at = Date.now();
  await unlessTaken(kind, name, async () =>
    ctx.db.transaction(async (tx) => {
      const keys = { nameKey: nameKeyOf(name), sortKey: sortKey(name) };
      await insertList(tx, kind, {
        ...rest,
        ...keys,
        id,
        name,
        ordered: Number(ordered),
        createdAt: at,
        updatedAt: at,
      });
      await append(tx, kind, id, members);
    }),
  );
  return id;
}

/** What is changed about a list: undefined stays. */
export interface ListUpdate {
  readonly name?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly ordered?: boolean | undefined;
  readonly condition?: string | undefined;
  /** The member whose cover it shows; null for a picture of several. */
  readonly coverId?: string | null | undefined;
}

function toChange({ name, summary, ordered, condition, coverId }: ListUpdate): ListChange {
  return {
    ...(name === undefined ? {} : { name, nameKey: nameKeyOf(name), sortKey: sortKey(name) }),
    ...(summary === undefined ? {} : { summary }),
    ...(ordered === undefined ? {} : { ordered: Number(ordered) }),
    ...(condition === undefined ? {} : { condition }),
    ...(coverId === undefined ? {} : { coverId }),
  };
}

/** Runs `work` while nobody else changes the list. @throws {AppError} `NotFound` when it has gone meanwhile */
async function change(
  { db }: ListsContext,
  kind: ListKind,
  id: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdList(tx, kind, id))) throw new AppError('NotFound', `${describeList(kind, id)} not found`);
    await work(tx);
  });
}

/**
 * Changes what is given about a list that the viewer may know of.
 * @throws {AppError} `NotFound`, also for a cover of what is unknown; `Conflict` for a name that is taken
 */
export async function changeList(
  ctx: ListsContext,
  viewer: Viewer,
  { kind, id }: { readonly kind: ListKind; readonly id: string },
  update: ListUpdate,
): Promise<void> {
  const { coverId, name = '' } = update;
  if (coverId !== undefined && coverId !== null) await checkMembers(ctx, viewer, kind, [coverId]);
  await unlessTaken(kind, name, async () =>
    change(ctx, kind, id, async (tx) => updateList(tx, kind, id, { ...toChange(update), updatedAt: Date.now() })),
  );
}

/**
 * Deletes a list; its members stay.
 * @throws {AppError} `NotFound`
 */
export async function removeList(ctx: ListsContext, kind: ListKind, id: string): Promise<void> {
  await change(ctx, kind, id, async (tx) => deleteList(tx, kind, id));
}

/**
 * Adds members at the end, all or none; those that are in it stay where they are.
 * @throws {AppError} `NotFound` for an unknown member, `Conflict` for too many
 */
export async function addMembers(
  ctx: ListsContext,
  viewer: Viewer,
  { kind, id }: { readonly kind: ListKind; readonly id: string },
  memberIds: readonly string[],
): Promise<void> {
  const members = await checkMembers(ctx, viewer, kind, memberIds);
  await change(ctx, kind, id, async (tx) => append(tx, kind, id, members));
}

/**
 * Puts members in another order, in the places that they have together.
 * @throws {AppError} `NotFound` for a member that the viewer may not see
 */
export async function orderMembers(
  ctx: ListsContext,
  viewer: Viewer,
  { kind, id }: { readonly kind: ListKind; readonly id: string },
  memberIds: readonly string[],
): Promise<void> {
  const wanted = await checkMembers(ctx, viewer, kind, memberIds);
  await change(ctx, kind, id, async (tx) => {
    const members = await listMembers(tx.read, kind, id);
    await writePositions(tx, kind, id, reorder(members, wanted));
  });
}

/** Takes a member out, if it is there and the viewer may see it. */
export async function removeMember(
  ctx: ListsContext,
  viewer: Viewer,
  { kind, id }: { readonly kind: ListKind; readonly id: string },
  memberId: string,
): Promise<void> {
  const [member] = await pickVisible(ctx.db.read, viewer, MEMBERS[kind].of, [memberId]);
  await change(ctx, kind, id, async (tx) => {
    if (member !== undefined) await deleteMember(tx, kind, id, member);
  });
}
