import { plural, t } from '@lingui/core/macro';
import type { Collection, ReadList } from '@lectern/contract';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import type { ListKind, SharedList } from './shared-list.ts';

/** Limit of one request and one answer. */
const AT_ONCE = 500;
/** Longer lists keep no snapshot of their members, so additions cannot be undone. */
const MOST_NOTED = 2_000;

interface At {
  readonly kind: ListKind;
  readonly id: string;
}

function inParts(ids: readonly string[]): readonly string[][] {
  const count = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
}

async function add({ kind, id }: At, ids: readonly string[]): Promise<void> {
  for (const some of inParts(ids)) {
    if (kind === 'collection') await request('addCollectionSeries', { params: { id }, body: { seriesIds: some } });
    else await request('addReadListBooks', { params: { id }, body: { bookIds: some } });
  }
}

async function remove({ kind, id }: At, ids: readonly string[]): Promise<void> {
  for (const member of ids) {
    if (kind === 'collection') await request('removeCollectionSeries', { params: { id, seriesId: member } });
    else await request('removeReadListBook', { params: { id, bookId: member } });
  }
}

/** Reorders members among the positions they already occupy. */
export async function orderMembers({ kind, id }: At, ids: readonly string[]): Promise<void> {
  if (kind === 'collection') await request('orderCollectionSeries', { params: { id }, body: { seriesIds: [...ids] } });
  else await request('orderReadListBooks', { params: { id }, body: { bookIds: [...ids] } });
}

/** Ids of all visible members in list order. */
async function listMemberIds({ kind, id }: At): Promise<readonly string[]> {
  const ids: string[] = [];
  const params = { id };
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { sort: 'manual', page, pageSize: AT_ONCE } as const;
    const answer =
      kind === 'collection'
        ? await request('listCollectionSeries', { params, query })
        : await request('listReadListBooks', { params, query });
    ids.push(...answer.data.map((member) => member.id));
    pages = answer.totalPages;
  }
  return ids;
}

function countMembers({ kind, list }: SharedList): number {
  return kind === 'collection' ? (list.seriesCount ?? 0) : list.bookCount;
}

function formatAdded({ kind, list: { name } }: SharedList, count: number): string {
  if (count === 0) return t`Already in “${name}”`;
  return kind === 'collection'
    ? plural(count, { one: `Added # series to “${name}”`, other: `Added # series to “${name}”` })
    : plural(count, { one: `Added # book to “${name}”`, other: `Added # books to “${name}”` });
}

/** Members already in the list keep their position. */
export async function addToList(shared: SharedList, ids: readonly string[]): Promise<Undoable> {
  const at = { kind: shared.kind, id: shared.list.id };
  const known = countMembers(shared) > MOST_NOTED ? undefined : new Set(await listMemberIds(at));
  await add(at, ids);
  const added = known === undefined ? ids : ids.filter((id) => !known.has(id));
  const text = formatAdded(shared, added.length);
  return { text, undo: known === undefined || added.length === 0 ? undefined : async () => remove(at, added) };
}

/** Undo restores the position. */
export async function removeFromList(
  { kind, list }: SharedList,
  member: { readonly id: string; readonly title: string },
): Promise<Undoable> {
  const at = { kind, id: list.id };
  const { name } = list;
  const { title } = member;
  const before = list.ordered ? await listMemberIds(at) : [];
  const followers = before.slice(before.indexOf(member.id));
  await remove(at, [member.id]);
  return {
    text: t`Removed “${title}” from “${name}”`,
    undo: async () => {
      await add(at, [member.id]);
      if (followers.length > 1) await orderMembers(at, followers);
    },
  };
}

export interface ListFields {
  readonly name: string;
  readonly summary: string | null;
  readonly ordered: boolean;
  /** Rule of an automatic collection. */
  readonly condition?: Collection['condition'];
}

export async function createList(
  kind: ListKind,
  { name, summary, ordered, condition }: ListFields,
): Promise<SharedList> {
  const rule = condition === undefined ? {} : { condition };
  return kind === 'collection'
    ? { kind, list: await request('createCollection', { body: { name, summary, ordered, ...rule } }) }
    : { kind, list: await request('createReadList', { body: { name, summary, ordered } }) };
}

/** Its members are not deleted. */
export async function deleteList({ kind, id }: At): Promise<void> {
  await request(kind === 'collection' ? 'deleteCollection' : 'deleteReadList', { params: { id } });
}

type ListUpdate = Partial<ListFields> & {
  /** Member whose cover the list shows; null for a collage. */
  readonly coverId?: string | null;
};

async function update({ kind, id }: At, { coverId, condition, ...fields }: ListUpdate): Promise<void> {
  const params = { id };
  const isCover = coverId !== undefined;
  if (kind === 'collection') {
    const rule = condition === undefined ? {} : { condition };
    await request('updateCollection', {
      params,
      body: { ...fields, ...rule, ...(isCover ? { coverSeriesId: coverId } : {}) },
    });
  } else {
    await request('updateReadList', { params, body: { ...fields, ...(isCover ? { coverBookId: coverId } : {}) } });
  }
}

function toListFields(list: Collection | ReadList): ListFields {
  const { name, summary, ordered } = list;
  return { name, summary, ordered, ...('condition' in list ? { condition: list.condition } : {}) };
}

export async function updateList({ kind, list }: SharedList, fields: ListFields): Promise<Undoable> {
  const at = { kind, id: list.id };
  await update(at, fields);
  const { name } = fields;
  return {
    text: kind === 'collection' ? t`Changed the collection “${name}”` : t`Changed the reading list “${name}”`,
    undo: async () => update(at, toListFields(list)),
  };
}

async function findShownPicture({ kind, list: { id, coverVersion } }: SharedList): Promise<string | undefined> {
  if (coverVersion === null) return undefined;
  const name = kind === 'collection' ? 'listCollectionCovers' : 'listReadListCovers';
  const { covers } = await request(name, { params: { id } });
  return covers.find(({ isSelected }) => isSelected)?.id;
}

/** Shows the cover of a member, or a collage for null. */
export async function chooseListCover(shared: SharedList, coverId: string | null): Promise<Undoable> {
  const { kind, list } = shared;
  const { name } = list;
  const at = { kind, id: list.id };
  const before = shared.kind === 'collection' ? shared.list.coverSeriesId : shared.list.coverBookId;
  const picture = await findShownPicture(shared);
  await update(at, { coverId });
  return {
    text: t`Changed the cover of “${name}”`,
    undo: async () => {
      await update(at, { coverId: before });
      if (picture === undefined) return;
      const select = kind === 'collection' ? 'selectCollectionCover' : 'selectReadListCover';
      await request(select, { params: { id: list.id, coverId: picture } });
    },
  };
}
