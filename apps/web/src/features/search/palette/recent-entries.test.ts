import { beforeEach, expect, it, vi } from 'vitest';
import { recentEntries, rememberEntry } from './recent-entries.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

it('keeps the latest five choices of a user, each once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberEntry('u1', id);
  expect(recentEntries('u1')).toEqual(['b', 'f', 'e', 'd', 'c']);
  expect(recentEntries('u2')).toEqual([]);
});

it('has no choices for an invalid stored value', () => {
  localStorage.setItem('lectern.palette.u1', '{"a":1}');
  expect(recentEntries('u1')).toEqual([]);
});
