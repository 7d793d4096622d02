import { describe, expect, it } from 'vitest';
import { allowsRange, readHttpDate, weighConditions } from './send-file.ts';

const MODIFIED = Date.UTC(1994, 10, 6, 8, 49, 37, 500);
const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const EARLIER = 'Sun, 06 Nov 1994 08:49:36 GMT';
const STRONG = { etag: '"a"', lastModifiedAt: MODIFIED };
const WEAK = { etag: 'W/"a"', lastModifiedAt: MODIFIED };

describe('readHttpDate', () => {
  it.each([DATE, 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('reads %s', (text) => {
    expect(readHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it('takes a year of two digits for the nearest that is not far ahead', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(readHttpDate('Sunday, 06-Nov-76 08:49:37 GMT', now)).toBe(Date.UTC(2076, 10, 6, 8, 49, 37));
    expect(readHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', now)).toBe(Date.UTC(1977, 10, 6, 8, 49, 37));
  });

  it.each(['', 'yesterday', '1994-11-06', 'Sun, 06 anF 1994 08:49:37 GMT', 'Sun, 6 Nov 1994 08:49:37 GMT', `${DATE}x`])(
    'reads nothing else: "%s"',
    (text) => {
      expect(readHttpDate(text)).toBeUndefined();
    },
  );
});

describe('weighConditions', () => {
  it.each([
    [{}, 'met'],
    [{ 'if-none-match': '"a"' }, 'unmodified'],
    [{ 'if-none-match': '"b", W/"a"' }, 'unmodified'],
    [{ 'if-none-match': '*' }, 'unmodified'],
    [{ 'if-none-match': '"b"' }, 'met'],
    [{ 'if-modified-since': DATE }, 'unmodified'],
    [{ 'if-modified-since': EARLIER }, 'met'],
    [{ 'if-modified-since': 'some day' }, 'met'],
    // The tag is the better of two.
    [{ 'if-none-match': '"b"', 'if-modified-since': DATE }, 'met'],
    [{ 'if-match': '"a"' }, 'met'],
    [{ 'if-match': '"b", "a"' }, 'met'],
    [{ 'if-match': '*' }, 'met'],
    [{ 'if-match': '"b"' }, 'failed'],
    [{ 'if-match': 'W/"a"' }, 'failed'],
    [{ 'if-match': '"b"', 'if-none-match': '"a"' }, 'failed'],
    [{ 'if-unmodified-since': DATE }, 'met'],
    [{ 'if-unmodified-since': EARLIER }, 'failed'],
    [{ 'if-match': '"a"', 'if-unmodified-since': EARLIER }, 'met'],
    [{ 'if-match': '"a"', 'if-none-match': '"a"' }, 'unmodified'],
  ])('%j: %s', (headers, outcome) => {
    expect(weighConditions(headers, STRONG)).toBe(outcome);
  });

  it('finds a weak tag again, and never takes it for the same bytes', () => {
    expect(weighConditions({ 'if-none-match': '"a"' }, WEAK)).toBe('unmodified');
    expect(weighConditions({ 'if-match': 'W/"a"' }, WEAK)).toBe('failed');
  });
});

describe('allowsRange', () => {
  it.each([
    [{}, true],
    [{ 'if-range': '"a"' }, true],
    [{ 'if-range': '"b"' }, false],
    [{ 'if-range': 'W/"a"' }, false],
    [{ 'if-range': DATE }, true],
    [{ 'if-range': 'Sunday, 06-Nov-94 08:49:37 GMT' }, true],
    [{ 'if-range': EARLIER }, false],
    [{ 'if-range': 'Sun, 06 Nov 1994 08:49:38 GMT' }, false],
    [{ 'if-range': 'a' }, false],
    [{ 'if-range': '' }, false],
  ])('%j: %s', (headers, allowed) => {
    expect(allowsRange(headers, STRONG)).toBe(allowed);
  });

  it('compares strongly', () => {
    expect(allowsRange({ 'if-range': 'W/"a"' }, WEAK)).toBe(false);
    expect(allowsRange({ 'if-range': '"a"' }, WEAK)).toBe(false);
  });

  it('trusts no date of a file that was written just now', () => {
    expect(allowsRange({ 'if-range': DATE }, STRONG, MODIFIED + 100)).toBe(false);
    expect(allowsRange({ 'if-range': DATE }, STRONG, MODIFIED + 2_000)).toBe(true);
    expect(allowsRange({ 'if-range': DATE }, { etag: '"a"' })).toBe(false);
  });
});
