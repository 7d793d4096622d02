import { describe, expect, it } from 'vitest';
import { linkHeader, toPage } from './to-page.ts';

const pageAt = (page: number, more: Readonly<Record<string, string>> = {}, path = '/api/v1/users') =>
  toPage({ path, query: { page, pageSize: 2, ...more } }, { rows: [1, 2], total: 6 });

describe('linkHeader', () => {
  it('names the pages around one', () => {
    expect(linkHeader(pageAt(2))).toBe(
      [
        '</api/v1/users?page=1&pageSize=2>; rel="first"',
        '</api/v1/users?page=1&pageSize=2>; rel="prev"',
        '</api/v1/users?page=2&pageSize=2>; rel="self"',
        '</api/v1/users?page=3&pageSize=2>; rel="next"',
        '</api/v1/users?page=3&pageSize=2>; rel="last"',
      ].join(', '),
    );
    expect(linkHeader(pageAt(1))).not.toContain('prev');
    expect(linkHeader(pageAt(3))).not.toContain('next');
  });

  it('is no way to write headers', () => {
    const text = 'x>; rel="next"\r\nSet-Cookie: evil=1, <y';
    const header = linkHeader(pageAt(2, { search: text })) ?? '';
    expect(header).not.toMatch(/[\r\n]|evil=|<y/);
    expect(header.match(/rel="next"/g)).toHaveLength(1);
    expect(linkHeader(pageAt(2, {}, '/api/v1/users>; rel="next"'))).toBeUndefined();
  });

  it('is for lists, as long as it is short', () => {
    expect(linkHeader(pageAt(2, { search: 'x'.repeat(2_000) }))).toBeUndefined();
    for (const answer of [null, 'text', [], { data: [] }, { links: {} }, { data: [], links: { self: 1 } }]) {
      expect(linkHeader(answer)).toBeUndefined();
    }
  });
});
