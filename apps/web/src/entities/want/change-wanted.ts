import { plural, t } from '@lingui/core/macro';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

const AT_ONCE = 500;

export interface WantedThing {
  readonly kind: 'book' | 'series';
  readonly id: string;
  readonly title: string;
}

/** Entries in the user's manual order. */
async function entryIds(): Promise<readonly { readonly id: string; readonly of: string | undefined }[]> {
  const entries: { readonly id: string; readonly of: string | undefined }[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await request('listWantToRead', { query: { sort: 'custom', page, pageSize: AT_ONCE } });
    entries.push(...answer.data.map(({ id, bookId, seriesId }) => ({ id, of: bookId ?? seriesId })));
    pages = answer.totalPages;
  }
  return entries;
}

async function add({ kind, id }: Pick<WantedThing, 'kind' | 'id'>) {
  return request('addWantToRead', { body: kind === 'book' ? { bookId: id } : { seriesId: id } });
}

async function remove({ kind, id }: Pick<WantedThing, 'kind' | 'id'>): Promise<void> {
  await request(kind === 'book' ? 'removeWantedBook' : 'removeWantedSeries', { params: { id } });
}

/** Adds to the want-to-read list. */
export async function addToWantToRead(thing: WantedThing): Promise<Undoable> {
  await add(thing);
  return { text: t`“${thing.title}” is on your list`, undo: async () => remove(thing) };
}

/** Removes from the want-to-read list; undo restores the position. */
export async function removeFromWantToRead(thing: WantedThing): Promise<Undoable> {
  const before = await entryIds();
  await remove(thing);
  return {
    text: t`“${thing.title}” is off your list`,
    undo: async () => {
      const { id } = await add(thing);
      const place = before.findIndex(({ of }) => of === thing.id);
      const followers = place === -1 ? [] : before.slice(place + 1).map((entry) => entry.id);
      await request('orderWantToRead', { body: { entryIds: [id, ...followers] } });
    },
  };
}

/** Adds many; existing entries keep their position. */
export async function addManyToWantToRead(kind: WantedThing['kind'], ids: readonly string[]): Promise<Undoable> {
  const known = new Set((await entryIds()).map(({ of }) => of));
  const added = ids.filter((id) => !known.has(id));
  for (let from = 0; from < added.length; from += AT_ONCE) {
    const some = added.slice(from, from + AT_ONCE);
    await request('addManyWantToRead', { body: kind === 'book' ? { bookIds: some } : { seriesIds: some } });
  }
  const count =
    kind === 'book'
      ? plural(added.length, { one: '# book', other: '# books' })
      : plural(added.length, { one: '# series', other: '# series' });
  if (added.length === 0) return { text: t`All of it is on your list already` };
  return {
    text: t`Put ${count} on your list`,
    undo: async () => {
      for (const id of added) await remove({ kind, id });
    },
  };
}
