import type {
  Collection,
  COLLECTION_SORTS,
  CollectionNew,
  CollectionUpdate,
  Series,
  SeriesSort,
} from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { countSeries, pickSeries } from '#db/repos/catalog/series.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { seriesPredicates } from '#core/catalog/search/match-series.ts';
import type { MemberSort } from '#db/repos/lists/list-members.repo.ts';
import { listRules } from '#db/repos/lists/shared-lists.repo.ts';
import { mark, say } from '#words/say.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';
import { changeList, createList } from './change-list.ts';
import { getList, pickShownMembers } from './get-list.ts';
import { type ListAt, parseRule } from './list-kinds.ts';
import { getCreatedList, getSharedList } from './show-lists.ts';

type Sort = (typeof COLLECTION_SORTS)[number];

/** Each request evaluates all rules, so more would be slow. */
const MAX_RULES = 200;
const MEMBER_SORTS: Readonly<Record<Sort, MemberSort>> = {
  manual: 'manual',
  title: 'title',
  added: 'added',
  year: 'released',
};
/** Sorts of a rule, which has no manual order. */
const RULE_SORTS: Readonly<Record<Sort, SeriesSort>> = {
  manual: 'title',
  title: 'title',
  added: 'createdAt',
  year: 'year',
};

const ORDERED_RULE = mark('must be off, because a rule fills this collection');

function at(id: string): ListAt<'collection'> {
  return { kind: 'collection', id };
}

/** Checks a rule and returns it as JSON. Throws `BadRequest` that names the wrong paths. */
function writeRule(
  ctx: ReadContext,
  viewer: Viewer,
  condition: NonNullable<CollectionNew['condition']> | null,
): string {
  const text = JSON.stringify(condition);
  if (condition === null) throw invalidField('condition', say('must be a condition'));
  if (/^\{"(?:allOf|anyOf|all_of|any_of)":\[\]\}$/.test(text)) {
    throw invalidField('condition', say('must have at least one condition'));
  }
  // Collections that contain each other would have no result.
  if (/"in_?[cC]ollection"/.test(text)) throw invalidField('condition', say('must not depend on collections'));
  seriesPredicates(ctx, viewer, { condition });
  return text;
}

/** Creates a collection. Throws `BadRequest` for a wrong rule, `Conflict` for a taken name, or `NotFound`. */
export async function createCollection(ctx: ChangeContext, viewer: Viewer, wanted: CollectionNew): Promise<Collection> {
  const { condition: given, seriesIds: memberIds, name, ordered, summary = null } = wanted;
  const condition = given === undefined ? null : writeRule(ctx, viewer, given);
  if (condition !== null) {
    if (ordered) throw invalidField('ordered', say(ORDERED_RULE));
    if (memberIds.length > 0)
      throw invalidField('seriesIds', say('must be empty, because a rule fills this collection'));
    if ((await listRules(ctx.db.read, 'collection')).length >= MAX_RULES) {
      throw new AppError(
        'Conflict',
        say('At most {max, plural, one {# collection} other {# collections}} can have a rule', { max: MAX_RULES }),
      );
    }
  }
  const id = await createList(ctx, viewer, 'collection', { name, summary, ordered, condition, memberIds });
  return getCreatedList(ctx, viewer, at(id));
}

/** Changes the given fields. A hand-picked collection takes no rule (`Conflict`). */
export async function updateCollection(
  ctx: ChangeContext,
  viewer: Viewer,
  id: string,
  update: CollectionUpdate & { readonly seriesIds?: readonly string[] | undefined },
): Promise<Collection> {
  const { condition, coverSeriesId: coverId, seriesIds: memberIds, ...rest } = update;
  const row = await getList(ctx, viewer, at(id));
  if (condition !== undefined && row.condition === null) {
    throw new AppError('Conflict', say('The series of this collection are chosen by hand, so it cannot get a rule'));
  }
  if (rest.ordered === true && row.condition !== null) throw invalidField('ordered', say(ORDERED_RULE));
  const rule = condition === undefined ? undefined : writeRule(ctx, viewer, condition);
  await changeList(ctx, viewer, at(id), { ...rest, coverId, condition: rule, memberIds });
  return getSharedList(ctx, viewer, at(id));
}

/** A page of series. The default sort is the own order if there is one, else the title. */
interface CollectionSeriesWanted extends PageWanted {
  readonly sort?: Sort | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Ids of visible series of a collection. Throws `NotFound`. */
export async function pickCollectionSeries(
  ctx: ReadContext,
  viewer: Viewer,
  id: string,
  { page, pageSize, direction, sort: wanted }: CollectionSeriesWanted,
): Promise<Listed<string>> {
  const { read } = ctx.db;
  const row = await getList(ctx, viewer, at(id));
  const sort = wanted ?? (row.ordered === 1 ? 'manual' : 'title');
  if (row.condition === null) {
    return pickShownMembers(ctx, viewer, at(id), { page, pageSize, direction, sort: MEMBER_SORTS[sort] });
  }
  const filter = { where: seriesPredicates(ctx, viewer, { condition: parseRule(row) }) };
  const range = { sort: RULE_SORTS[sort], direction, ...toSlice({ page, pageSize }) };
  const [rows, total] = await Promise.all([pickSeries(read, viewer, filter, range), countSeries(read, viewer, filter)]);
  return { rows: rows.map((series) => series.id), total };
}

/** Visible series of a collection. Throws `NotFound`. */
export async function listCollectionSeries(
  ctx: ReadContext,
  viewer: Viewer,
  id: string,
  wanted: CollectionSeriesWanted,
): Promise<Listed<Series>> {
  const { rows, total } = await pickCollectionSeries(ctx, viewer, id, wanted);
  return { rows: await findSeriesById(ctx.db.read, viewer, rows), total };
}
