import type { Book } from '@lectern/contract';
import { expect, it } from 'vitest';
import { keptGroups } from './found-groups.ts';

function makeEntry(id: string, seriesId: string, seriesName: string) {
  const names = { id, title: id, seriesId, seriesName, libraryId: 'l1', libraryName: 'Shelf' };
  return { book: { ...names, number: null, volume: null, chapter: null } as Book, people: [] };
}

it('counts all kept books of a series, whichever of them the text finds', () => {
  const kept = [
    ...['One', 'Two', 'Three'].map((id) => makeEntry(id, 's1', 'Lanterns')),
    makeEntry('Guest', 's2', 'Evenings'),
  ];
  const [series, books] = keptGroups(kept, 'two');
  expect(series?.items.map(({ title, detail }) => [title, detail])).toEqual([['Lanterns', '3 books']]);
  expect(books?.items.map(({ title }) => title)).toEqual(['Two']);
  expect(keptGroups(kept, 'zebra')).toEqual([]);
});
