import type { FreeForm } from '@lectern/contract';
import type { z } from 'zod';
import type { Listed, PageWanted } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import { listMatchingSeries } from '../search/match-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { findChosenListCovers } from '#db/repos/lists/list-covers.repo.ts';
import { pickMembers, type MemberSort } from '#db/repos/lists/list-members.repo.ts';
import {
  countLists,
  countMembers,
  findList,
  findLists,
  type ListKind,
  listRules,
  type MembersSeen,
  pickLists,
  type SharedListRow,
} from '#db/repos/lists/shared-lists.repo.ts';
import { seesAll } from '#db/repos/rows/visibility.ts';

/** What reading lists takes. */
export interface ListsContext {
  readonly db: Database;
}

/** Identifies a list. */
export interface ListAt {
  readonly kind: ListKind;
  readonly id: string;
}

/** Words for messages, and the kind of members. */
export const LIST_WORDS: Readonly<
  Record<ListKind, { readonly list: string; readonly member: string; readonly of: 'series' | 'books' }>
> = {
  collection: { list: 'Collection', member: 'Series', of: 'series' },
  readList: { list: 'Read list', member: 'Book', of: 'books' },
};

/** The name of a list in messages. */
export function describeList({ kind, id }: ListAt): string {
  return `${LIST_WORDS[kind].list} ${id}`;
}

/** The rule of a list; undefined for hand-picked members. */
export function ruleOf({ condition }: Pick<SharedListRow, 'condition'>): z.infer<typeof FreeForm> | undefined {
  const rule: unknown = condition === null ? undefined : JSON.parse(condition);
  // The rule was checked when it was stored.
  return rule as z.infer<typeof FreeForm> | undefined;
}

type Ruled = Pick<SharedListRow, 'condition'>;

/** Whether a rule finds a series that the viewer may see. */
async function finds(ctx: ListsContext, viewer: Viewer, row: Ruled): Promise<boolean> {
  const range = { after: '', limit: 1 };
  return (await listMatchingSeries(ctx, viewer, { condition: ruleOf(row) }, range)).length > 0;
}

/** Whether a list is hidden from a viewer, because its rule finds nothing that they may see. */
export async function isEmptyRule(ctx: ListsContext, viewer: Viewer, row: Ruled): Promise<boolean> {
  return !seesAll(viewer) && row.condition !== null && !(await finds(ctx, viewer, row));
}

/** The row of a list that the viewer may see. Throws `NotFound`. */
export async function getList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<SharedListRow> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  if (row === undefined || (await isEmptyRule(ctx, viewer, row))) {
    throw new AppError('NotFound', `${describeList(at)} not found`);
  }
  return row;
}

/** A list as a viewer sees it. */
export interface ShownList {
  /** `coverId` is null when the viewer may not see that member. */
  readonly row: SharedListRow;
  /** Live visible members; 0 for a list with a rule. */
  readonly count: number;
  /** Fields that all kinds of lists share. */
  readonly fields: {
    readonly id: string;
    readonly name: string;
    readonly summary: string | null;
    readonly ordered: boolean;
    readonly coverVersion: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
}

/**
 * The time of change ignores hidden members: it is the later of the list's own change and its newest visible member.
 */
function show(row: SharedListRow, seen: MembersSeen | undefined, coverVersion: string | null): ShownList {
  const { id, name, summary } = row;
  return {
    row,
    count: seen?.count ?? 0,
    fields: {
      ...{ id, name, summary, ordered: row.ordered === 1, coverVersion },
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(Math.max(row.updatedAt, seen?.newestAt ?? 0)).toISOString(),
    },
  };
}

async function showAll(
  { db }: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  rows: readonly SharedListRow[],
): Promise<ShownList[]> {
  const ids = rows.map(({ id }) => id);
  const [seen, pictures] = await Promise.all([
    countMembers(db.read, kind, viewer, ids),
    findChosenListCovers(db.read, kind, ids),
  ]);
  const covers = rows.map(({ coverId }) => coverId).filter((id) => id !== null);
  const visible = new Set(await pickVisible(db.read, viewer, LIST_WORDS[kind].of, [...new Set(covers)]));
  return rows.map((row) => {
    const coverId = row.coverId !== null && visible.has(row.coverId) ? row.coverId : null;
    return show({ ...row, coverId }, seen.get(row.id), pictures.get(row.id) ?? null);
  });
}

/** A list as the viewer sees it. Throws `NotFound`. */
export async function getShownList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<ShownList> {
  await getList(ctx, viewer, at);
  return await getMadeList(ctx, viewer, at);
}

/** The same for its creator, who sees it even when its rule finds nothing. Throws `NotFound`. */
export async function getMadeList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<ShownList> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  const [shown] = row === undefined ? [] : await showAll(ctx, viewer, at.kind, [row]);
  if (shown === undefined) throw new AppError('NotFound', `${describeList(at)} not found`);
  return shown;
}

/** Ids of lists that are hidden from the viewer because their rule finds nothing. */
async function listEmptyRules(ctx: ListsContext, viewer: Viewer, kind: ListKind): Promise<string[]> {
  if (seesAll(viewer)) return [];
  const empty: string[] = [];
  for (const rule of await listRules(ctx.db.read, kind)) {
    if (await isEmptyRule(ctx, viewer, rule)) empty.push(rule.id);
  }
  return empty;
}

interface ListsWanted extends PageWanted {
  /** Only hand-picked lists that contain this member. */
  readonly holding?: string;
}

/** Visible lists by name. */
export async function listShown(
  ctx: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  { page, pageSize, holding }: ListsWanted,
): Promise<Listed<ShownList>> {
  const { read } = ctx.db;
  const scope = holding === undefined ? { emptyRules: await listEmptyRules(ctx, viewer, kind) } : { holding };
  const [rows, total] = await Promise.all([
    pickLists(read, kind, viewer, { ...scope, limit: pageSize, offset: (page - 1) * pageSize }),
    countLists(read, kind, viewer, scope),
  ]);
  return { rows: await showAll(ctx, viewer, kind, rows), total };
}

/** The visible ones of some lists, in the order of `ids`. */
export async function listShownAmong(
  ctx: ListsContext,
  viewer: Viewer,
  kind: ListKind,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<Listed<ShownList>> {
  const found = new Map((await findLists(ctx.db.read, kind, viewer, ids)).map((row) => [row.id, row]));
  const known: SharedListRow[] = [];
  for (const id of ids) {
    const row = found.get(id);
    if (row !== undefined && !(await isEmptyRule(ctx, viewer, row))) known.push(row);
  }
  return { rows: await showAll(ctx, viewer, kind, known.slice(0, limit)), total: known.length };
}

/** A page of members and its order. */
export interface MembersWanted extends PageWanted {
  readonly sort: MemberSort;
  readonly direction: 'asc' | 'desc';
}

/** Ids of live visible members of a hand-picked list. The caller has checked access to the list. */
export async function pickShownMembers(
  { db }: ListsContext,
  viewer: Viewer,
  at: ListAt,
  { page, pageSize, sort, direction }: MembersWanted,
): Promise<Listed<string>> {
  const [rows, seen] = await Promise.all([
    pickMembers(db.read, viewer, at, { sort, direction, limit: pageSize, offset: (page - 1) * pageSize }),
    countMembers(db.read, at.kind, viewer, [at.id]),
  ]);
  return { rows, total: seen.get(at.id)?.count ?? 0 };
}
