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
  const { title } = thing;
  await add(thing);
  return { text: t`Added “${title}” to Want to read`, undo: async () => remove(thing) };
}

/** Removes from the want-to-read list; undo restores the position. */
export async function removeFromWantToRead(thing: WantedThing): Promise<Undoable> {
  const { title } = thing;
  const before = await entryIds();
  await remove(thing);
  return {
    text: t`Removed “${title}” from Want to read`,
    undo: async () => {
      const { id } = await add(thing);
      const place = before.findIndex(({ of }) => of === thing.id);
      const followers = place === -1 ? [] : before.slice(place + 1).map((entry) => entry.id);
      await request('orderWantToRead', { body: { entryIds: [id, ...followers] } });
    },
  };
}

function addedWords(kind: WantedThing['kind'], count: number): string {
  return kind === 'book'
    ? plural(count, { one: 'Added # book to Want to read', other: 'Added # books to Want to read' })
    : plural(count, { one: 'Added # series to Want to read', other: 'Added # series to Want to read' });
}

/** Adds many; existing entries keep their position. */
export async function addManyToWantToRead(kind: WantedThing['kind'], ids: readonly string[]): Promise<Undoable> {
  const known = new Set((await entryIds()).map(({ of }) => of));
  const added = ids.filter((id) => !known.has(id));
  for (let from = 0; from < added.length; from += AT_ONCE) {
    const some = added.slice(from, from + AT_ONCE);
    await request('addManyWantToRead', { body: kind === 'book' ? { bookIds: some } : { seriesIds: some } });
  }
  if (added.length === 0) return { text: t`All of these are in Want to read already` };
  return {
    text: addedWords(kind, added.length),
    undo: async () => {
      for (const id of added) await remove({ kind, id });
    },
  };
}
