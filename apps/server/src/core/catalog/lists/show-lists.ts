import type { Collection, ReadList } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { findChosenListCovers } from '#db/repos/lists/list-covers.repo.ts';
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
import { seesAll } from '#db/repos/rows/viewer-scope.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import type { ReadContext } from '../contexts.ts';
import { getBookPlace } from '../reading/save-progress.ts';
import { getList, isEmptyRule } from './get-list.ts';
import { describeList, LIST_WORDS, type ListAt, parseRule } from './list-kinds.ts';

/** Lists in the form of the API. */
export interface SharedLists {
  readonly collection: Collection;
  readonly readList: ReadList;
}

interface Parts {
  /** `coverId` is null when the viewer may not see that member. */
  readonly row: SharedListRow;
  readonly seen: MembersSeen | undefined;
  readonly coverVersion: string | null;
}

/** The time of change ignores hidden members: it is the later of the list's own change and its newest visible member. */
function toFields({ row, seen, coverVersion }: Parts) {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    ordered: row.ordered === 1,
    coverVersion,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(Math.max(row.updatedAt, seen?.newestAt ?? 0)).toISOString(),
  };
}

const SHOW: { readonly [Kind in ListKind]: (parts: Parts) => SharedLists[Kind] } = {
  collection: (parts) => {
    const rule = parseRule(parts.row);
    return {
      ...toFields(parts),
      ...(rule === undefined ? {} : { condition: rule }),
      automatic: rule !== undefined,
      seriesCount: rule === undefined ? (parts.seen?.count ?? 0) : null,
      coverSeriesId: parts.row.coverId,
    };
  },
  readList: (parts) => ({ ...toFields(parts), bookCount: parts.seen?.count ?? 0, coverBookId: parts.row.coverId }),
};

async function showAll<Kind extends ListKind>(
  { db }: ReadContext,
  viewer: Viewer,
  kind: Kind,
  rows: readonly SharedListRow[],
): Promise<SharedLists[Kind][]> {
  const ids = rows.map(({ id }) => id);
  const [seen, pictures] = await Promise.all([
    countMembers(db.read, kind, viewer, ids),
    findChosenListCovers(db.read, kind, ids),
  ]);
  const covers = rows.map(({ coverId }) => coverId).filter((id) => id !== null);
  const visible = new Set(await pickVisible(db.read, viewer, LIST_WORDS[kind].of, [...new Set(covers)]));
  return rows.map((row) => {
    const coverId = row.coverId !== null && visible.has(row.coverId) ? row.coverId : null;
    const coverVersion = pictures.get(row.id) ?? null;
    return SHOW[kind]({ row: { ...row, coverId }, seen: seen.get(row.id), coverVersion });
  });
}

/** A list for its creator, who sees it even when its rule finds nothing. Throws `NotFound`. */
export async function getCreatedList<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  at: ListAt<Kind>,
): Promise<SharedLists[Kind]> {
  const row = await findList(ctx.db.read, at.kind, viewer, at.id);
  const [shown] = row === undefined ? [] : await showAll(ctx, viewer, at.kind, [row]);
  if (shown === undefined) throw new AppError('NotFound', `${describeList(at)} not found`);
  return shown;
}

/** A list as the viewer sees it. Throws `NotFound`. */
export async function getSharedList<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  at: ListAt<Kind>,
): Promise<SharedLists[Kind]> {
  await getList(ctx, viewer, at);
  return await getCreatedList(ctx, viewer, at);
}

/** Ids of lists that are hidden from the viewer because their rule finds nothing. */
async function listEmptyRules(ctx: ReadContext, viewer: Viewer, kind: ListKind): Promise<string[]> {
  if (seesAll(viewer)) return [];
  const empty: string[] = [];
  for (const rule of await listRules(ctx.db.read, kind)) {
    if (await isEmptyRule(ctx, viewer, rule)) empty.push(rule.id);
  }
  return empty;
}

async function listWithin<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  { kind, page, pageSize }: PageWanted & { readonly kind: Kind },
  scope: Parameters<typeof countLists>[3],
): Promise<Listed<SharedLists[Kind]>> {
  const [rows, total] = await Promise.all([
    pickLists(ctx.db.read, kind, viewer, { ...scope, ...toSlice({ page, pageSize }) }),
    countLists(ctx.db.read, kind, viewer, scope),
  ]);
  return { rows: await showAll(ctx, viewer, kind, rows), total };
}

/** Visible lists by name. */
export async function listShared<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  kind: Kind,
  { page, pageSize }: PageWanted,
): Promise<Listed<SharedLists[Kind]>> {
  return listWithin(ctx, viewer, { kind, page, pageSize }, { emptyRules: await listEmptyRules(ctx, viewer, kind) });
}

/** Hand-picked lists that contain a series or book. Throws `NotFound`. */
export async function listSharedWith<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  { kind, id }: ListAt<Kind>,
  { page, pageSize }: PageWanted,
): Promise<Listed<SharedLists[Kind]>> {
  await (kind === 'collection' ? getSeries : getBookPlace)(ctx, viewer, id);
  return listWithin(ctx, viewer, { kind, page, pageSize }, { holding: id });
}

/** The visible ones of some lists, in the order of `ids`. */
export async function listSharedAmong<Kind extends ListKind>(
  ctx: ReadContext,
  viewer: Viewer,
  kind: Kind,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<Listed<SharedLists[Kind]>> {
  const found = new Map((await findLists(ctx.db.read, kind, viewer, ids)).map((row) => [row.id, row]));
  const known: SharedListRow[] = [];
  for (const id of ids) {
    const row = found.get(id);
    if (row !== undefined && !(await isEmptyRule(ctx, viewer, row))) known.push(row);
  }
  return { rows: await showAll(ctx, viewer, kind, known.slice(0, limit)), total: known.length };
}
