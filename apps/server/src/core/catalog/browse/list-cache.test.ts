import { describe, expect, it } from 'vitest';
import { createEventBus } from '#events/bus.ts';
import { bookEvent, seriesEvent } from '#events/entity-events.ts';
import { bookMove } from '#events/visibility-changes.ts';
import { createListCache } from './list-cache.ts';

const BOOK = { id: 'b', seriesId: 's', libraryId: 'l' };
const SERIES = { id: 's', libraryId: 'l' };

/** Tells something, and says how often a list whose length was known had to be counted because of it. */
async function countsAfter(told: Parameters<ReturnType<typeof createEventBus>['emit']>[0]): Promise<number> {
  await using events = createEventBus('test');
  using lists = createListCache(events);
  let counts = 0;
  const count = async (): Promise<number> => {
    counts += 1;
    return 7;
  };
  await lists.total('all', count);
  lists.learn('all', { offset: 100, key: 'k', id: 'b' }, lists.version());
  events.emit(told);
  expect(await lists.total('all', count)).toBe(7);
  expect(lists.nearest('all', 100)).toBeUndefined();
  return counts - 1;
}

describe('the memory of lists', () => {
  it.each([
    ['an analysed book', bookEvent('book_updated', BOOK)],
    ['an edited book', bookEvent('book_updated', BOOK, ['title', 'number'])],
    ['an edited series', seriesEvent('series_updated', SERIES, ['publisher'])],
  ])('keeps their lengths, and not the places of their rows, after %s', async (_, event) => {
    expect(await countsAfter(event)).toBe(0);
  });

  it.each([
    ['a new book', bookEvent('book_created', BOOK)],
    ['a removed book', bookEvent('book_deleted', BOOK)],
    ['a book that is missing or came back', bookEvent('book_updated', BOOK, ['deleted'])],
    ['a moved book', bookEvent('book_updated', BOOK, ['path'])],
    ['a book in another library', bookMove(BOOK, { ...BOOK, libraryId: 'm' }, ['path'])],
    ['a series that a book came to', seriesEvent('series_updated', SERIES)],
    ['a new series', seriesEvent('series_created', SERIES)],
  ])('forgets both after %s', async (_, event) => {
    expect(await countsAfter(event)).toBe(1);
  });

  it('counts what changes the catalog, and not what somebody reads', async () => {
    await using events = createEventBus('test');
    using lists = createListCache(events);
    events.emit(bookEvent('book_updated', BOOK, ['title']));
    expect(lists.changes()).toBe(1);
    events.emitPersonal({ type: 'want_to_read_updated', user_id: 'u', timestamp: '' });
    events.emit({ type: 'cover_updated', entity_type: 'book', entity_id: 'b', library_id: 'l', timestamp: '' });
    expect(lists.changes()).toBe(1);
  });

  it('keeps all after another cover', async () => {
    await using events = createEventBus('test');
    using lists = createListCache(events);
    lists.learn('all', { offset: 100, key: 'k', id: 'b' }, lists.version());
    events.emit({ type: 'cover_updated', entity_type: 'book', entity_id: 'b', library_id: 'l', timestamp: '' });
    expect(lists.nearest('all', 100)).toEqual({ offset: 100, key: 'k', id: 'b' });
  });

  it('counts once for all who ask at the same time, and anew for those who ask after a change', async () => {
    await using events = createEventBus('test');
    using lists = createListCache(events);
    const answers: ((count: number) => void)[] = [];
    const count = async (): Promise<number> => new Promise((resolve) => answers.push(resolve));
    const early = [lists.total('all', count), lists.total('all', count)];
    events.emit(bookEvent('book_created', BOOK));
    const late = [lists.total('all', count), lists.total('all', count)];
    expect(answers.length).toBe(2);
    answers[0]?.(7);
    expect(await Promise.all(early)).toEqual([7, 7]);
    answers[1]?.(8);
    expect(await Promise.all(late)).toEqual([8, 8]);
    expect(await lists.total('all', count)).toBe(8);
  });

  it('counts again after a count that failed', async () => {
    await using events = createEventBus('test');
    using lists = createListCache(events);
    await expect(lists.total('all', async () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await lists.total('all', async () => 7)).toBe(7);
  });
});
