import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

describe('recent searches', () => {
  it('are the latest eight of a user, without duplicates', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', ' B ', '  ']) rememberSearch('u1', text);
    expect(recentSearches('u1')).toEqual(['B', 'i', 'h', 'g', 'f', 'e', 'd', 'c']);
    expect(recentSearches('u2')).toEqual([]);
    forgetSearches('u1');
    expect(recentSearches('u1')).toEqual([]);
  });

  it('are none for an invalid stored value', () => {
    localStorage.setItem('lectern.searches.u1', '{"a":1}');
    expect(recentSearches('u1')).toEqual([]);
  });
});
