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
import { getSeries } from '../browse/get-series.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import { seriesPredicates } from '../search/match-series.ts';
import { addMembers, changeList, createList, type ListChangeContext } from './change-list.ts';
import {
  describeList,
  getList,
  getMadeList,
  getShownList,
  type ListAt,
  listShown,
  listShownAmong,
  type ListsContext,
  pickShownMembers,
  ruleOf,
  type ShownList,
} from './get-list.ts';
import type { Viewer } from '#core/viewer.ts';
import type { MemberSort } from '#db/repos/lists/list-members.repo.ts';
import { countSeries, findSeriesById, pickSeries } from '#db/repos/catalog/series.repo.ts';
import { listRules } from '#db/repos/lists/shared-lists.repo.ts';

type Sort = (typeof COLLECTION_SORTS)[number];
type Json = z.infer<typeof FreeForm>;

/** Rules are asked again whenever a user looks: more of them would make looking slow. */
const MAX_RULES = 200;
const MEMBER_SORTS: Readonly<Record<Sort, MemberSort>> = {
  manual: 'manual',
  title: 'title',
  added: 'added',
  year: 'released',
};
/** What a rule sorts by; it knows no order of its own. */
const RULE_SORTS: Readonly<Record<Sort, SeriesSort>> = {
  manual: 'title',
  title: 'title',
  added: 'createdAt',
  year: 'year',
};

function at(id: string): ListAt {
  return { kind: 'collection', id };
}

function toCollection({ row, count, fields }: ShownList): Collection {
  const rule = ruleOf(row);
  return {
    ...fields,
    ...(rule === undefined ? {} : { condition: rule }),
    automatic: rule !== undefined,
    seriesCount: rule === undefined ? count : null,
    coverSeriesId: row.coverId,
  };
}

/** Collections by name, those that the viewer may know of. */
export async function listCollections(
  ctx: ListsContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Collection>> {
  const { rows, total } = await listShown(ctx, viewer, 'collection', { page, pageSize });
  return { rows: rows.map(toCollection), total };
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
  const { rows, total } = await listShown(ctx, viewer, 'collection', { page, pageSize, holding: seriesId });
  return { rows: rows.map(toCollection), total };
}

/** Of some collections, in the order of their ids, those that the viewer may know of: the first ones, and how many there are. */
export async function listKnownCollections(
  ctx: ListsContext,
  viewer: Viewer,
  ids: readonly string[],
  limit: number,
): Promise<Listed<Collection>> {
  const { rows, total } = await listShownAmong(ctx, viewer, 'collection', { ids, limit });
  return { rows: rows.map(toCollection), total };
}

/**
 * One collection.
 * @throws {AppError} `NotFound`
 */
export async function getCollection(ctx: ListsContext, viewer: Viewer, id: string): Promise<Collection> {
  return toCollection(await getShownList(ctx, viewer, at(id)));
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
export async function createCollection(
  ctx: ListChangeContext,
  viewer: Viewer,
  wanted: CollectionNew,
): Promise<Collection> {
  const { condition: given, seriesIds: memberIds, name, ordered, summary = null } = wanted;
  const condition = given === undefined ? null : writeRule(ctx, viewer, given);
  if (condition !== null) {
    if (ordered) refuse('ordered', 'a collection by a rule has no order of its own');
    if (memberIds.length > 0) refuse('seriesIds', 'a rule says what is in the collection');
    if ((await listRules(ctx.db.read, 'collection')).length >= MAX_RULES) {
      throw new AppError('Conflict', `There are ${MAX_RULES} collections by a rule, which is the most`);
    }
  }
  const id = await createList(ctx, viewer, 'collection', { name, summary, ordered, condition, memberIds });
  return toCollection(await getMadeList(ctx, viewer, at(id)));
}

/**
 * Changes what is given.
 * @throws {AppError} `NotFound`; `BadRequest` for a rule that is none; `Conflict` for a name that is taken, or a rule where
 *   members are picked by hand
 */
export async function updateCollection(
  ctx: ListChangeContext,
  viewer: Viewer,
  id: string,
  update: CollectionUpdate & { readonly seriesIds?: readonly string[] | undefined },
): Promise<Collection> {
  const { condition, coverSeriesId: coverId, seriesIds: memberIds, ...rest } = update;
  const row = await getList(ctx, viewer, at(id));
  if (condition !== undefined && row.condition === null) {
    throw new AppError('Conflict', `${describeList(at(id))} is picked by hand and takes no rule`);
  }
  if (rest.ordered === true && row.condition !== null) {
    refuse('ordered', 'a collection by a rule has no order of its own');
  }
  const rule = condition === undefined ? undefined : writeRule(ctx, viewer, condition);
  await changeList(ctx, viewer, at(id), { ...rest, coverId, condition: rule, memberIds });
  return await getCollection(ctx, viewer, id);
}

/**
 * Adds series at the end, all or none.
 * @throws {AppError} `NotFound`, or `Conflict` where a rule says what is in it
 */
export async function addCollectionSeries(
  ctx: ListChangeContext,
  viewer: Viewer,
  id: string,
  seriesIds: readonly string[],
): Promise<Collection> {
  await addMembers(ctx, viewer, at(id), seriesIds);
  return await getCollection(ctx, viewer, id);
}

/** Which series of a collection, and in which order: in its own when it has one, else by title, unless said. */
export interface CollectionSeriesWanted extends PageWanted {
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
  { page, pageSize, direction, sort: wanted }: CollectionSeriesWanted,
): Promise<Listed<string>> {
  const { read } = ctx.db;
  const row = await getList(ctx, viewer, at(id));
  const sort = wanted ?? (row.ordered === 1 ? 'manual' : 'title');
  if (row.condition === null) {
    return await pickShownMembers(ctx, viewer, at(id), { page, pageSize, direction, sort: MEMBER_SORTS[sort] });
  }
  const filter = { where: seriesPredicates(ctx, viewer, { condition: ruleOf(row) }) };
  const range = { direction, limit: pageSize, offset: (page - 1) * pageSize };
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
  wanted: CollectionSeriesWanted,
): Promise<Listed<Series>> {
  const { rows, total } = await pickSeriesOf(ctx, viewer, id, wanted);
  return { rows: await findSeriesById(ctx.db.read, viewer, rows), total };
}
