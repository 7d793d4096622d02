import type { FreeForm } from '@lectern/contract';
import type { z } from 'zod';
import type { Listed, PageWanted } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import { listMatchingSeries } from '../search/match-series.ts';
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

/** What shared lists take. */
export interface ListsContext {
  readonly db: Database;
}

/** Which list is meant. */
export interface ListAt {
  readonly kind: ListKind;
  readonly id: string;
}

/** What lists of a kind are called in messages, and what they hold. */
export const LIST_WORDS: Readonly<
  Record<ListKind, { readonly list: string; readonly member: string; readonly of: 'series' | 'books' }>
> = {
  collection: { list: 'Collection', member: 'Series', of: 'series' },
  readList: { list: 'Read list', member: 'Book', of: 'books' },
};

/** What a list is called in messages. */
export function describeList({ kind, id }: ListAt): string {
  return `${LIST_WORDS[kind].list} ${id}`;
}

/** The rule of a list; undefined where members are picked by hand. */
export function ruleOf({ condition }: Pick<SharedListRow, 'condition'>): z.infer<typeof FreeForm> | undefined {
  const rule: unknown = condition === null ? undefined : JSON.parse(condition);
  // It was JSON when it was stored.
  return rule as z.infer<typeof FreeForm> | undefined;
}

type Ruled = Pick<SharedListRow, 'condition'>;

/** Whether a rule finds a series that the viewer may see. */
async function finds(ctx: ListsContext, viewer: Viewer, row: Ruled): Promise<boolean> {
  const range = { after: '', limit: 1 };
  return (await listMatchingSeries(ctx, viewer, { condition: ruleOf(row) }, range)).length > 0;
}

/** Whether a viewer does not hear of a list by a rule, since it finds nothing that they may see. */
export async function isEmptyRule(ctx: ListsContext, viewer: Viewer, row: Ruled): Promise<boolean> {
  return !seesAll(viewer) && row.condition !== null && !(await finds(ctx, viewer, row));
}

/**
 * A list that the viewer may know of.
 * @throws {AppError} `NotFound`
 */
export async function getList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<SharedListRow> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  if (row === undefined || (await isEmptyRule(ctx, viewer, row))) {
    throw new AppError('NotFound', `${describeList(at)} not found`);
  }
  return row;
}

/** A list as a user sees it. */
export interface ShownList {
  /** `coverId` is null where the viewer may not see what lends its cover. */
  readonly row: SharedListRow;
  /** Live members that the viewer may see; 0 where a rule finds them. */
  readonly count: number;
  /** What lists of all kinds say of themselves. */
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

/** Times say nothing of members that are hidden: the later of its own change and its newest member that can be seen. */
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

/**
 * A list that the viewer may know of, as they see it.
 * @throws {AppError} `NotFound`
 */
export async function getShownList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<ShownList> {
  await getList(ctx, viewer, at);
  return await getMadeList(ctx, viewer, at);
}

/**
 * The same for its creator, who sees it even when its rule finds nothing for them.
 * @throws {AppError} `NotFound`
 */
export async function getMadeList(ctx: ListsContext, viewer: Viewer, at: ListAt): Promise<ShownList> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  const [shown] = row === undefined ? [] : await showAll(ctx, viewer, at.kind, [row]);
  if (shown === undefined) throw new AppError('NotFound', `${describeList(at)} not found`);
  return shown;
}

/** Lists by a rule that the viewer does not hear of. */
async function listEmptyRules(ctx: ListsContext, viewer: Viewer, kind: ListKind): Promise<string[]> {
  if (seesAll(viewer)) return [];
  const empty: string[] = [];
  for (const rule of await listRules(ctx.db.read, kind)) {
    if (await isEmptyRule(ctx, viewer, rule)) empty.push(rule.id);
  }
  return empty;
}

interface ListsWanted extends PageWanted {
  /** Only those that hold it, picked by hand. */
  readonly holding?: string;
}

/** Lists by name, those that the viewer may know of. */
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

/** Of some lists, in the order of their ids, those that the viewer may know of: the first ones, and how many there are. */
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

/** Which members of a list, and in which order. */
export interface MembersWanted extends PageWanted {
  readonly sort: MemberSort;
  readonly direction: 'asc' | 'desc';
}

/** Ids of live members of a list that is picked by hand, those that the viewer may see; the list has been looked at before. */
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
