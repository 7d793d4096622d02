import { describe, expect, it } from 'vitest';
import { encodePath, resolveHref } from './href.ts';

describe('resolveHref', () => {
  it.each([
    ['a.xhtml', 'OPS/text/a.xhtml', ''],
    ['../img/a%20b.png#x', 'OPS/img/a b.png', '#x'],
    ['/img/a.png', 'img/a.png', ''],
    ['../../../../etc/passwd', 'etc/passwd', ''],
    ['%2e%2e/%2e%2e/%2e%2e/x', 'x', ''],
    ['..\\..\\x.png', 'x.png', ''],
    ['#top', 'OPS/text/c.xhtml', '#top'],
    ['', 'OPS/text/c.xhtml', ''],
    ['a.xhtml?x=1#y', 'OPS/text/a.xhtml', '#y'],
    ['50%.xhtml', 'OPS/text/50%.xhtml', ''],
    ['./a//b/./c', 'OPS/text/a/b/c', ''],
  ])('resolves %j to %j', (reference, path, fragment) => {
    expect(resolveHref('OPS/text/c.xhtml', reference)).toEqual({ path, fragment });
  });

  it.each(['http://example.org/', 'mailto:a@b', 'data:,x', '//host/x', '\\\\host\\x', 'JAVASCRIPT:x', 'file:///x'])(
    'leaves the book with %j',
    (reference) => {
      expect(resolveHref('OPS/text/c.xhtml', reference)).toBeUndefined();
    },
  );
});

describe('encodePath', () => {
  it('encodes steps and keeps slashes', () => {
    expect(encodePath('a b/c#d/é')).toBe('a%20b/c%23d/%C3%A9');
  });
});
