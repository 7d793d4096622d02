import { describe, expect, it } from 'vitest';
import { createEventBus } from '#events/bus.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import { bookMove } from '#events/visibility-changes.ts';
import { ListCache } from './list-cache.ts';

const BOOK = { id: 'b', seriesId: 's', libraryId: 'l' };
const SERIES = { id: 's', libraryId: 'l' };

/** Reads the page from row 100 on, and gives its total and the known row that the query started from. */
async function read(lists: ListCache, count: () => Promise<number>) {
  let start: unknown;
  const { total } = await lists.page('all', 100, {
    find: async (known) => {
      start = known;
      return { first: { id: 'b', key: 'k' } };
    },
    count,
  });
  return { start, total };
}

const countSeven = async (): Promise<number> => 7;

/** Emits an event, and says how often a list whose length was known had to be counted because of it. */
async function countsAfter(event: Parameters<ReturnType<typeof createEventBus>['emit']>[0]): Promise<number> {
  await using events = createEventBus('test');
  using lists = new ListCache(events);
  let counts = 0;
  const count = async (): Promise<number> => {
    counts += 1;
    return 7;
  };
  await read(lists, count);
  events.emit(event);
  expect(await read(lists, count)).toEqual({ start: undefined, total: 7 });
  return counts - 1;
}

describe('the list cache', () => {
  it.each([
    ['an analysed book', bookEvent('book_updated', BOOK)],
    ['an edited book', bookEvent('book_updated', BOOK, ['title', 'number'])],
    ['an edited series', seriesEvent('series_updated', SERIES, ['publisher'])],
    ['a new book', bookEvent('book_created', BOOK)],
    ['a removed book', bookEvent('book_deleted', BOOK)],
    ['a book that is missing or came back', bookEvent('book_updated', BOOK, ['deleted'])],
    ['a moved book', bookEvent('book_updated', BOOK, ['path'])],
    ['a book in another library', bookMove(BOOK, { ...BOOK, libraryId: 'm' }, ['path'])],
    ['a series that a book came to', seriesEvent('series_updated', SERIES)],
    ['a new series', seriesEvent('series_created', SERIES)],
  ])('forgets lengths and rows after %s', async (_, event) => {
    expect(await countsAfter(event)).toBe(1);
  });

  it('counts what changes the catalog, and not what a user reads', async () => {
    await using events = createEventBus('test');
    using lists = new ListCache(events);
    events.emit(bookEvent('book_updated', BOOK, ['title']));
    expect(lists.changes()).toBe(1);
    events.emitPersonal({ type: 'want_to_read_updated', user_id: 'u', timestamp: '' });
    events.emit({ type: 'cover_updated', entity_type: 'book', entity_id: 'b', library_id: 'l', timestamp: '' });
    expect(lists.changes()).toBe(1);
  });

  it('keeps all after another cover', async () => {
    await using events = createEventBus('test');
    using lists = new ListCache(events);
    await read(lists, countSeven);
    events.emit({ type: 'cover_updated', entity_type: 'book', entity_id: 'b', library_id: 'l', timestamp: '' });
    expect((await read(lists, countSeven)).start).toEqual({ offset: 100, key: 'k', id: 'b' });
  });

  it('does not keep a row that was read before a change', async () => {
    await using events = createEventBus('test');
    using lists = new ListCache(events);
    const reading = read(lists, countSeven);
    events.emit(bookEvent('book_updated', BOOK));
    await reading;
    expect((await read(lists, countSeven)).start).toBeUndefined();
  });

  it('counts once for concurrent requests, and again for those after a change', async () => {
    await using events = createEventBus('test');
    using lists = new ListCache(events);
    const answers: ((count: number) => void)[] = [];
    const count = async (): Promise<number> => new Promise((resolve) => answers.push(resolve));
    const early = [read(lists, count), read(lists, count)];
    events.emit(bookEvent('book_created', BOOK));
    const late = [read(lists, count), read(lists, count)];
    expect(answers.length).toBe(2);
    answers[0]?.(7);
    expect(await Promise.all(early)).toMatchObject([{ total: 7 }, { total: 7 }]);
    answers[1]?.(8);
    expect(await Promise.all(late)).toMatchObject([{ total: 8 }, { total: 8 }]);
    expect(await read(lists, count)).toMatchObject({ total: 8 });
  });

  it('counts again after a count that failed', async () => {
    await using events = createEventBus('test');
    using lists = new ListCache(events);
    await expect(read(lists, async () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect((await read(lists, countSeven)).total).toBe(7);
  });
});
