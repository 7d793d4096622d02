import { describe, expect, it } from 'vitest';
import { toPage } from './to-page.ts';

const request = (page: number) => ({
  path: '/api/v1/books',
  query: { page, pageSize: 2, sort: 'title,asc', libraryId: undefined, includeDeleted: false },
});

describe('pageOf', () => {
  it('links to every other page with the query that was asked', () => {
    const { data, links, ...rest } = toPage(request(2), { rows: ['c', 'd'], total: 5 });
    expect(data).toEqual(['c', 'd']);
    expect(rest).toEqual({ page: 2, pageSize: 2, total: 5, totalPages: 3 });
    expect(links).toEqual({
      self: '/api/v1/books?page=2&pageSize=2&sort=title%2Casc',
      first: '/api/v1/books?page=1&pageSize=2&sort=title%2Casc',
      last: '/api/v1/books?page=3&pageSize=2&sort=title%2Casc',
      next: '/api/v1/books?page=3&pageSize=2&sort=title%2Casc',
      prev: '/api/v1/books?page=1&pageSize=2&sort=title%2Casc',
    });
  });

  it('has nothing before the first page and after the last', () => {
    expect(toPage(request(1), { rows: [], total: 2 }).links).toMatchObject({ next: null, prev: null });
    expect(toPage(request(1), { rows: [], total: 0 })).toMatchObject({
      totalPages: 0,
      links: { next: null, prev: null },
    });
  });

  it('leads back into the list from a page beyond its end', () => {
    const { links } = toPage(request(9), { rows: [], total: 5 });
    expect(links.next).toBeNull();
    expect(links.prev).toContain('page=3&');
  });
});
