import type {
  Collection,
  COLLECTION_SORTS,
  CollectionNew,
  CollectionUpdate,
  FreeForm,
  Series,
  SeriesSort,
} from '@lectern/contract';
import type { z } from 'zod';
import { getSeries } from '#core/catalog/get-series.ts';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import { AppError } from '#core/errors.ts';
import { listMatchingSeries, seriesPredicates } from '#core/filters/match-series.ts';
import {
  addMembers,
  changeList,
  createList,
  describeList,
  getList,
  type ListsContext,
  orderMembers,
  removeList,
  removeMember,
} from '#core/lists/change-list.ts';
import type { Viewer } from '#core/viewer.ts';
import { pickCollectionSeries } from '#db/repos/list-members.repo.ts';
import { countSeries, findSeriesById, pickSeries } from '#db/repos/series.repo.ts';
import {
  countLists,
  countMembers,
  listRules,
  type MembersSeen,
  pickLists,
  type SharedListRow,
} from '#db/repos/shared-lists.repo.ts';

type Sort = (typeof COLLECTION_SORTS)[number];
type Json = z.infer<typeof FreeForm>;

const KIND = 'collection';
/** Rules are asked again whenever somebody looks: more of them would make looking slow. */
const MAX_RULES = 200;
/** What a rule sorts by; it knows no order of its own. */
const RULE_SORTS: Readonly<Record<Sort, SeriesSort>> = {
  manual: 'title',
  title: 'title',
  added: 'createdAt',
  year: 'year',
};

function ruleOf({ condition }: Pick<SharedListRow, 'condition'>): Json | undefined {
  const rule: unknown = condition === null ? undefined : JSON.parse(condition);
  // It was JSON when it was stored.
  return rule as Json | undefined;
}

/** Times say nothing of members that are hidden: the later of its own change and its newest member that can be seen. */
function toCollection(row: SharedListRow, seen: MembersSeen | undefined): Collection {
  const rule = ruleOf(row);
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    ordered: row.ordered === 1,
    ...(rule === undefined ? {} : { condition: rule }),
    automatic: rule !== undefined,
    seriesCount: rule === undefined ? (seen?.count ?? 0) : null,
    coverSeriesId: row.coverId,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(Math.max(row.updatedAt, seen?.newestAt ?? 0)).toISOString(),
  };
}

async function toCollections(
  { db }: ListsContext,
  viewer: Viewer,
  rows: readonly SharedListRow[],
): Promise<Collection[]> {
  const ids = rows.map(({ id }) => id);
  const seen = await countMembers(db.read, KIND, viewer, ids);
  const covers = rows.map(({ coverId }) => coverId).filter((id) => id !== null);
  const visible = new Set((await findSeriesById(db.read, viewer, [...new Set(covers)])).map(({ id }) => id));
  return rows.map((row) => {
    const coverId = row.coverId !== null && visible.has(row.coverId) ? row.coverId : null;
    return toCollection({ ...row, coverId }, seen.get(row.id));
  });
}

/** Whether a rule finds a series that the viewer may see. */
async function finds(ctx: ListsContext, viewer: Viewer, row: Pick<SharedListRow, 'condition'>): Promise<boolean> {
  const range = { after: '', limit: 1 };
  return (await listMatchingSeries(ctx, viewer, { condition: ruleOf(row) }, range)).length > 0;
}

/** Collections by a rule that the viewer does not hear of, since it finds nothing that they may see. */
async function listEmptyRules(ctx: ListsContext, viewer: Viewer): Promise<string[]> {
  if (viewer.libraryIds === undefined) return [];
  const empty: string[] = [];
  for (const rule of await listRules(ctx.db.read, KIND)) if (!(await finds(ctx, viewer, rule))) empty.push(rule.id);
  return empty;
}

async function getRow(ctx: ListsContext, viewer: Viewer, id: string): Promise<SharedListRow> {
  const row = await getList(ctx, viewer, KIND, id);
  const isHidden = row.condition !== null && viewer.libraryIds !== undefined && !(await finds(ctx, viewer, row));
  if (isHidden) throw new AppError('NotFound', `${describeList(KIND, id)} not found`);
  return row;
}

/** Collections by name, those that the viewer may know of. */
export async function listCollections(
  ctx: ListsContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Collection>> {
  const emptyRules = await listEmptyRules(ctx, viewer);
  const [rows, total] = await Promise.all([
    pickLists(ctx.db.read, KIND, viewer, { emptyRules, limit: pageSize, offset: (page - 1) * pageSize }),
    countLists(ctx.db.read, KIND, viewer, { emptyRules }),
  ]);
  return { rows: await toCollections(ctx, viewer, rows), total };
}

/**
 * Collections by hand that a series is in.
 * @throws {AppError} `NotFound`
 */
export async function listSeriesCollections(
  ctx: ListsContext,
  viewer: Viewer,
  seriesId: string,
  { page, pageSize }: PageWanted,
): Promise<Listed<Collection>> {
  await getSeries(ctx, viewer, seriesId);
  const [rows, total] = await Promise.all([
    pickLists(ctx.db.read, KIND, viewer, { holding: seriesId, limit: pageSize, offset: (page - 1) * pageSize }),
    countLists(ctx.db.read, KIND, viewer, { holding: seriesId }),
  ]);
  return { rows: await toCollections(ctx, viewer, rows), total };
}

/**
 * One collection.
 * @throws {AppError} `NotFound`
 */
export async function getCollection(ctx: ListsContext, viewer: Viewer, id: string): Promise<Collection> {
  const [collection] = await toCollections(ctx, viewer, [await getRow(ctx, viewer, id)]);
  if (collection === undefined) throw new AppError('NotFound', `${describeList(KIND, id)} not found`);
  return collection;
}

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

/**
 * Checks a rule as collections take it, and writes it down.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
function writeRule(ctx: ListsContext, viewer: Viewer, condition: Json): string {
  const text = JSON.stringify(condition);
  if (condition === null) refuse('condition', 'must be a condition');
  if (/^\{"(?:allOf|anyOf|all_of|any_of)":\[\]\}$/.test(text)) refuse('condition', 'must name at least one field');
  // Whether a collection finds another one, or itself, would have no answer.
  if (/"in_?[cC]ollection"/.test(text)) refuse('condition', 'cannot ask for collections');
  seriesPredicates(ctx, viewer, { condition });
  return text;
}

/**
 * Makes a collection.
 * @throws {AppError} `BadRequest` for a rule that is none, or that has members or an order; `Conflict` for a name that is
 *   taken; `NotFound` for an unknown series
 */
export async function createCollection(ctx: ListsContext, viewer: Viewer, wanted: CollectionNew): Promise<Collection> {
  const { condition: given, seriesIds: memberIds, name, ordered, summary = null } = wanted;
  const condition = given === undefined ? null : writeRule(ctx, viewer, given);
  if (condition !== null) {
    if (ordered) refuse('ordered', 'a collection by a rule has no order of its own');
    if (memberIds.length > 0) refuse('seriesIds', 'a rule says what is in the collection');
    if ((await listRules(ctx.db.read, KIND)).length >= MAX_RULES) {
      throw new AppError('Conflict', `There are ${MAX_RULES} collections by a rule, which is the most`);
    }
  }
  const id = await createList(ctx, viewer, KIND, { name, summary, ordered, condition, memberIds });
  const [row] = await toCollections(ctx, viewer, [await getList(ctx, viewer, KIND, id)]);
  if (row === undefined) throw new AppError('NotFound', `${describeList(KIND, id)} not found`);
  return row;
}

/**
 * Changes what is given.
 * @throws {AppError} `NotFound`; `BadRequest` for a rule that is none; `Conflict` for a name that is taken, or a rule where
 *   members are picked by hand
 */
export async function updateCollection(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  update: CollectionUpdate,
): Promise<Collection> {
  const { condition, coverSeriesId: coverId, ...rest } = update;
  const row = await getRow(ctx, viewer, id);
  if (condition !== undefined && row.condition === null) {
    throw new AppError('Conflict', `${describeList(KIND, id)} is picked by hand and takes no rule`);
  }
  if (rest.ordered === true && row.condition !== null) {
    refuse('ordered', 'a collection by a rule has no order of its own');
  }
  const rule = condition === undefined ? undefined : writeRule(ctx, viewer, condition);
  await changeList(ctx, viewer, { kind: KIND, id }, { ...rest, coverId, condition: rule });
  return await getCollection(ctx, viewer, id);
}

/**
 * Deletes a collection; its series stay.
 * @throws {AppError} `NotFound`
 */
export async function deleteCollection(ctx: ListsContext, viewer: Viewer, id: string): Promise<void> {
  await getRow(ctx, viewer, id);
  await removeList(ctx, KIND, id);
}

async function getPicked(ctx: ListsContext, viewer: Viewer, id: string): Promise<void> {
  const { condition } = await getRow(ctx, viewer, id);
  if (condition !== null) throw new AppError('Conflict', `${describeList(KIND, id)} is filled by its rule`);
}

/**
 * Adds series at the end, all or none.
 * @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it
 */
export async function addCollectionSeries(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  seriesIds: readonly string[],
): Promise<Collection> {
  await getPicked(ctx, viewer, id);
  await addMembers(ctx, viewer, { kind: KIND, id }, seriesIds);
  return await getCollection(ctx, viewer, id);
}

/**
 * Puts series in another order.
 * @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it
 */
export async function orderCollectionSeries(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  seriesIds: readonly string[],
): Promise<void> {
  await getPicked(ctx, viewer, id);
  await orderMembers(ctx, viewer, { kind: KIND, id }, seriesIds);
}

/**
 * Takes a series out, if it is there.
 * @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it
 */
export async function removeCollectionSeries(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  seriesId: string,
): Promise<void> {
  await getPicked(ctx, viewer, id);
  await removeMember(ctx, viewer, { kind: KIND, id }, seriesId);
}

/** Which series of a collection, and in which order. */
export interface MembersWanted extends PageWanted {
  readonly sort?: Sort | undefined;
  readonly direction: 'asc' | 'desc';
}

/**
 * Series of a collection that the viewer may see, by id.
 * @throws {AppError} `NotFound`
 */
export async function pickSeriesOf(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  { page, pageSize, direction, sort: wanted }: MembersWanted,
): Promise<Listed<string>> {
  const { read } = ctx.db;
  const row = await getRow(ctx, viewer, id);
  const sort = wanted ?? (row.ordered === 1 ? 'manual' : 'title');
  const range = { direction, limit: pageSize, offset: (page - 1) * pageSize };
  if (row.condition === null) {
    const [rows, seen] = await Promise.all([
      pickCollectionSeries(read, viewer, id, { ...range, sort }),
      countMembers(read, KIND, viewer, [id]),
    ]);
    return { rows, total: seen.get(id)?.count ?? 0 };
  }
  const filter = { where: seriesPredicates(ctx, viewer, { condition: ruleOf(row) }) };
  const [rows, total] = await Promise.all([
    pickSeries(read, viewer, filter, { ...range, sort: RULE_SORTS[sort] }),
    countSeries(read, viewer, filter),
  ]);
  return { rows: rows.map((series) => series.id), total };
}

/**
 * Series of a collection.
 * @throws {AppError} `NotFound`
 */
export async function listCollectionSeries(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  wanted: MembersWanted,
): Promise<Listed<Series>> {
  const { rows, total } = await pickSeriesOf(ctx, viewer, id, wanted);
  return { rows: await findSeriesById(ctx.db.read, viewer, rows), total };
}
