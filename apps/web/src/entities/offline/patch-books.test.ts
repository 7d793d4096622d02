import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyChange } from './apply-change.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { findBooks, patchBooks } from './patch-books.ts';

const book = (id: string) => ({ id, seriesId: 's', pageCount: 7, fileHash: 'ab', title: id });

it('changes a book in every answer that holds it, and nothing else', () => {
  const client = new QueryClient();
  const list = { data: [book('a'), book('b')], total: 2 };
  const home = { onDeck: [book('b')], series: [{ id: 'a', title: 'a' }] };
  client.setQueryData(['listSeriesBooks', { seriesId: 's', page: 1 }], list);
  client.setQueryData(['getHome'], home);
  client.setQueryData(['getBook', { bookId: 'a' }], { book: book('a') });
  client.setQueryData(['listTasks'], { book: book('a') });
  patchBooks(client, (had) => (had.id === 'a' ? { ...had, title: 'changed' } : had));
  expect(client.getQueryData(['listSeriesBooks', { seriesId: 's', page: 1 }])).toEqual({
    data: [{ ...book('a'), title: 'changed' }, book('b')],
    total: 2,
  });
  expect(client.getQueryData(['getBook', { bookId: 'a' }])).toEqual({ book: { ...book('a'), title: 'changed' } });
  expect(client.getQueryData(['getHome'])).toBe(home);
  expect(client.getQueryData(['listTasks'])).toEqual({ book: book('a') });
});

it('reaches wanted books, and shows again what there was', () => {
  const client = new QueryClient();
  const readProgress = { id: 'p', bookId: 'a', currentPage: 57, completed: false };
  const wanted = { data: [{ id: 'w', book: { ...book('a'), wantToRead: true, readProgress } }] };
  client.setQueryData(['listWantToRead', { page: 1 }], wanted);
  const change = { kind: 'reading', bookId: 'a', session: 'reset' } as const;
  const entry: OutboxEntry = { id: 'e', userId: 'u', at: 1, startedAt: 1, title: '', change };
  const restore = applyChange(client, entry);
  expect(findBooks(client).get('a')).not.toHaveProperty('readProgress');
  restore();
  expect(client.getQueryData(['listWantToRead', { page: 1 }])).toEqual(wanted);
});

it('writes no answer that stays the same: a stale one would count as fresh', async () => {
  const client = new QueryClient();
  const profile = { id: 'comic', name: null, settings: { fit: 'width' } };
  client.setQueryData(['getHome'], { onDeck: [book('b')] });
  client.setQueryData(['listReadingProfiles', {}], { profiles: [profile], choices: [] });
  await client.invalidateQueries();
  const change = { kind: 'profile', change: { kind: 'profile', id: 'comic', settings: { fit: 'width' } } } as const;
  applyChange(client, { id: 'e', userId: 'u', at: 1, startedAt: 1, title: '', change });
  patchBooks(client, (had) => (had.id === 'a' ? { ...had, title: 'changed' } : had));
  expect(client.getQueryState(['getHome'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['listReadingProfiles', {}])?.isInvalidated).toBe(true);
});
