import { ENTITY_EVENT_NAMES, type EntityEvent } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { entityEventNames, isDuplicatesEvent, isEntityEvent, isTouched } from './touched-queries.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const about = { book_id: 'b1', series_id: 's1', library_id: 'l1', timestamp };
const created: EntityEvent = { type: 'book_created', ...about };
const updated: EntityEvent = { type: 'book_updated', ...about };
const cover: EntityEvent = {
  type: 'cover_updated',
  entity_type: 'series',
  entity_id: 's1',
  library_id: 'l1',
  timestamp,
};
const bookCover: EntityEvent = {
  type: 'cover_updated',
  entity_type: 'book',
  entity_id: 'b1',
  library_id: 'l1',
  timestamp,
};
const library: EntityEvent = { type: 'library_updated', library_id: 'l1', timestamp };

describe('isTouched', () => {
  it.each([
    [created, ['listSeriesBooks', { seriesId: 's1', page: 1 }], true],
    [created, ['listSeriesBooks', { seriesId: 's2', page: 1 }], false],
    [created, ['listBooks', { libraryId: 'l1' }], true],
    [created, ['listBooks', { libraryId: 'l2' }], false],
    [created, ['listRecentlyAddedBooks', {}], true],
    [created, ['listLibraries'], true],
    [created, ['listSeries', { libraryId: 'l1', sort: 'title', page: 3 }], true],
    [updated, ['getBook', { bookId: 'b1' }], true],
    [updated, ['getBook', { bookId: 'b2' }], false],
    [updated, ['listLibraries'], false],
    [updated, ['listSeries', { libraryId: 'l1', sort: 'title', page: 3 }], false],
    [cover, ['getSeries', { seriesId: 's1' }], true],
    [cover, ['getSeries', { seriesId: 's2' }], false],
    [cover, ['listSeriesCovers', { seriesId: 's1' }], true],
    [cover, ['listSeriesCovers', { seriesId: 's2' }], false],
    [bookCover, ['listBookCovers', { bookId: 'b1' }], true],
    [bookCover, ['listSeriesCovers', { seriesId: 's2' }], true],
    [cover, ['listBookCovers', { bookId: 'b1' }], false],
    [cover, ['listRecentlyAddedSeries', {}], true],
    [cover, ['listRecentlyAddedBooks', {}], false],
    [library, ['getLibrary', { libraryId: 'l1' }], true],
    [library, ['getLibrary', { libraryId: 'l2' }], false],
    [library, ['getCurrentUser'], false],
  ])('%o on %o: %s', (event, key, answer) => expect(isTouched(event, key)).toBe(answer));
});

describe('isDuplicatesEvent', () => {
  it('knows the event that is about no entity', () => {
    const event = { type: 'duplicates_updated', timestamp };
    expect(isDuplicatesEvent(event)).toBe(true);
    expect(isEntityEvent(event)).toBe(false);
    expect(isDuplicatesEvent(library)).toBe(false);
    expect(isDuplicatesEvent(null)).toBe(false);
  });
});

describe('entityEventNames', () => {
  it('are those of the contract', () => {
    expect([...entityEventNames].sort()).toEqual([...ENTITY_EVENT_NAMES].sort());
  });
});
