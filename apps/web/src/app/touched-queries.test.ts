import { ENTITY_EVENT_NAMES, type EntityEvent } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { findProgressBook, entityEventNames, isEntityEvent, isTouched, listTopicQueries } from './touched-queries.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const about = { book_id: 'b1', series_id: 's1', library_id: 'l1', timestamp };
const created: EntityEvent = { type: 'book_created', ...about };
const updated: EntityEvent = { type: 'book_updated', ...about };
const series: EntityEvent = { type: 'series_updated', series_id: 's1', library_id: 'l1', timestamp };
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
    [created, ['getHome', {}], true],
    [updated, ['getReadListProgress', { readListId: 'r1' }], true],
    [series, ['listReadListBooks', { readListId: 'r1', page: 1 }], false],
    [series, ['listCollectionSeries', { collectionId: 'c1', page: 1 }], true],
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
    [cover, ['getHome', {}], true],
    [cover, ['listReadLists', { page: 1 }], false],
    [created, ['listReleases', { state: 'all', page: 1 }], true],
    [updated, ['listReleases', { page: 1 }], false],
    [series, ['getReleaseFacets', {}], true],
    [series, ['getSeriesTracking', { seriesId: 's1' }], true],
    [series, ['listSeriesAliases', { seriesId: 's2' }], false],
    [library, ['getLibrary', { libraryId: 'l1' }], true],
    [library, ['getLibrary', { libraryId: 'l2' }], false],
    [library, ['getCurrentUser'], false],
  ])('%o on %o: %s', (event, key, answer) => expect(isTouched(event, key)).toBe(answer));
});

describe('the queries of a topic event', () => {
  it('cover events about no book, series or library', () => {
    const event = { type: 'duplicates_updated', timestamp };
    expect(listTopicQueries(event)).toEqual(['listDuplicates', 'listDuplicateSeries']);
    expect(isEntityEvent(event)).toBe(false);
    expect(listTopicQueries({ type: 'health_updated', timestamp })).toEqual(['listHealthFindings']);
    expect(listTopicQueries({ type: 'release_source_polled', timestamp })).toContain('listReleaseSources');
    expect([library, null, 'text', { type: 'toString' }, { type: 7 }].flatMap(listTopicQueries)).toEqual([]);
  });

  it('cover events of lists and of reading progress', () => {
    const progress = { type: 'progress_updated', user_id: 'u1', book_id: 'b1', series_id: 's1', library_id: 'l1' };
    expect(isEntityEvent({ ...progress, timestamp })).toBe(false);
    expect(listTopicQueries(progress)).toEqual(expect.arrayContaining(['getHome', 'getBook', 'listBooks']));
    // only the progress of this one book is refetched
    expect(listTopicQueries(progress)).not.toContain('getProgress');
    expect(findProgressBook(progress)).toBe('b1');
    expect(findProgressBook({ ...progress, type: 'progress_deleted' })).toBe('b1');
    for (const other of [null, 'text', library, { ...progress, type: 'book_updated' }, { ...progress, book_id: 7 }]) {
      expect(findProgressBook(other)).toBeUndefined();
    }
    expect(listTopicQueries({ type: 'collection_deleted', collection_id: 'c1' })).toContain('listCollections');
    expect(listTopicQueries({ type: 'read_list_created', read_list_id: 'r1' })).toContain('listBookReadLists');
    expect(listTopicQueries({ type: 'want_to_read_updated', user_id: 'u1' })).toContain('listWantToRead');
    expect(listTopicQueries({ type: 'rating_updated', user_id: 'u1' })).toContain('getRating');
  });

  it('treat a release event, which names a library, as a topic event', () => {
    const event = { type: 'release_announced', series_id: 's1', library_id: 'l1', ledger_id: 'r1', timestamp };
    expect(isEntityEvent(event)).toBe(false);
    expect(listTopicQueries(event)).toContain('listReleases');
  });
});

describe('entityEventNames', () => {
  it('matches the contract', () => {
    expect([...entityEventNames].sort()).toEqual([...ENTITY_EVENT_NAMES].sort());
  });
});
