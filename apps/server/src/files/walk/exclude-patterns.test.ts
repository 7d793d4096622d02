import { describe, expect, it } from 'vitest';
import { compileExcludePatterns, findBadPattern } from './exclude-patterns.ts';

const excludes = (pattern: string, path: string): boolean =>
  compileExcludePatterns(pattern)(path.slice(path.lastIndexOf('/') + 1), path);

describe('excludedBy', () => {
  it.each([
    ['.DS_Store', 'a/b/.DS_Store', true],
    ['*.tmp', 'a/b/c.tmp', true],
    ['*.tmp', 'a/b/c.tmp.cbz', false],
    ['_to_filter', 'a/_to_filter', true],
    ['_to_filter', 'a/_to_filter_not', false],
    ['subdir/*', 'subdir/a/b.cbz', true],
    ['subdir/*', 'other/subdir', false],
    ['**/subdir/*', 'other/subdir/a.cbz', true],
    ['/subdir', 'subdir', true],
    ['Thumbs.db', 'x/THUMBS.DB', true],
    ['a?c.cbz', 'abc.cbz', true],
    ['a?c.cbz', 'ac.cbz', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['*.{tmp,part}', 'x/y.part', true],
    ['\\*x', '*x', true],
    ['\\*x', 'yx', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(excludes(pattern, path)).toBe(expected);
  });

  it('skips lines that are no pattern, and keeps the others', () => {
    const excluded = compileExcludePatterns('[abc\n\n  *.bak  \n{a,b');
    expect(excluded('x.bak', 'd/x.bak')).toBe(true);
    expect(excluded('[abc', '[abc')).toBe(false);
  });

  it('gives up braces that multiply without end, or stand in each other without end', () => {
    const most = '{a,b}'.repeat(6);
    expect(findBadPattern(most)).toBeUndefined();
    expect([compileExcludePatterns(most)('ababab', 'ababab'), compileExcludePatterns(most)('ababa', 'ababa')]).toEqual([
      true,
      false,
    ]);
    const deep = `${'{'.repeat(9_000)}a${'}'.repeat(9_000)}`;
    for (const line of ['{a,b}'.repeat(7), '{a,b}'.repeat(3_000), deep, `{${',a'.repeat(9_000)}}`]) {
      expect(findBadPattern(line)).toBe(line);
      expect(compileExcludePatterns(line)('a', 'a')).toBe(false);
    }
  });

  it('takes no longer for a hostile pattern', () => {
    const excluded = compileExcludePatterns('*a*a*a*a*a*a*a*a*a*a*a*a*a*b');
    const name = 'a'.repeat(4_000);
    const before = process.threadCpuUsage();
    expect(excluded(name, name)).toBe(false);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
