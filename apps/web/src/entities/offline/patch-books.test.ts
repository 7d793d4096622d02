import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { patchBooks } from './patch-books.ts';

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
