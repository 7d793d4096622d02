import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findLastPlaces, forgetLastPlace, forgetLastPlaces, type LastPlace, noteLastPlace } from './last-place.ts';

const place = (bookId: string, at: number, userId = 'u'): LastPlace => ({
  userId,
  bookId,
  title: bookId,
  at,
  page: at,
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

afterEach(() => void vi.unstubAllGlobals());

it('keeps the last place of each book, until that one has arrived', () => {
  noteLastPlace(place('a', 1));
  noteLastPlace(place('b', 2));
  noteLastPlace(place('b', 3));
  expect(findLastPlaces('u')).toEqual([place('a', 1), place('b', 3)]);
  forgetLastPlace(place('b', 2));
  expect(findLastPlaces('u')).toHaveLength(2);
  forgetLastPlace(place('b', 3));
  expect(findLastPlaces('u')).toEqual([place('a', 1)]);
});

it('shows and forgets places of one user only', () => {
  noteLastPlace(place('a', 1));
  noteLastPlace(place('a', 2, 'other'));
  expect(findLastPlaces('u')).toEqual([place('a', 1)]);
  forgetLastPlaces('u');
  expect(findLastPlaces('u')).toEqual([]);
  expect(findLastPlaces('other')).toEqual([place('a', 2, 'other')]);
});
