import { describe, expect, it } from 'vitest';
import { formatEvent, translateEvent } from '../translate-events.ts';

const ids = { book_id: 'b', series_id: 's', library_id: 'l', timestamp: 't' };

describe('translateEvent', () => {
  it.each([
    ['book_created', ids, { name: 'BookAdded', fields: { bookId: 'b', seriesId: 's', libraryId: 'l' } }],
    ['series_deleted', ids, { name: 'SeriesDeleted', fields: { seriesId: 's', libraryId: 'l' } }],
    ['library_updated', ids, { name: 'LibraryChanged', fields: { libraryId: 'l' } }],
    [
      'progress_deleted',
      { ...ids, user_id: 'u' },
      { name: 'ReadProgressDeleted', fields: { bookId: 'b', userId: 'u' } },
    ],
    [
      'progress_updated',
      { ...ids, book_id: null, user_id: 'u' },
      { name: 'ReadProgressSeriesChanged', fields: { seriesId: 's', userId: 'u' } },
    ],
    [
      'cover_updated',
      { entity_type: 'series', entity_id: 's' },
      { name: 'ThumbnailSeriesAdded', fields: { seriesId: 's', selected: true } },
    ],
    ['cover_updated', { entity_type: 'library', entity_id: 'l' }, undefined],
    ['series_bulk_purged', ids, undefined],
    ['duplicates_updated', {}, undefined],
    ['want_to_read_updated', { user_id: 'u' }, undefined],
  ])('makes of %s %o what apps read', (name, told, wanted) => {
    expect(translateEvent({ name, json: JSON.stringify(told) })).toEqual(wanted);
  });
});

describe('textOfEvent', () => {
  it('is one line of ASCII data', () => {
    const text = formatEvent({ name: 'Name', fields: { text: 'Ü\n漫画 🐙' } });
    expect(text).toBe('event: Name\ndata: {"text":"\\u00dc\\n\\u6f2b\\u753b \\ud83d\\udc19"}\n\n');
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
  });
});
