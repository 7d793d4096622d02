import { LANGUAGES } from '@lectern/contract/languages';
import { describe, expect, it } from 'vitest';
import { findComma, formatAgo, formatBytes, formatDuration, formatPercent, formatShare } from './format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1_234_567, '1.2 MB'],
    [5_000_000_000_000_000, '5,000 TB'],
  ])('formats %d as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('formatShare', () => {
  it('reserves 0% and 100% for exactly 0 and 1', () => {
    expect(formatShare(0)).toBe('0%');
    expect(formatShare(0.001)).toBe('1%');
    expect(formatShare(0.999)).toBe('99%');
    expect(formatShare(1)).toBe('100%');
  });
});

describe('formatPercent', () => {
  it.each([
    [0, '0%'],
    [0.000_012, '0.0012%'],
    [0.0005, '0.05%'],
    [0.002_54, '0.25%'],
    [0.009_99, '1%'],
    [0.0125, '1.3%'],
    [0.95, '95%'],
    [1.234_56, '123.5%'],
  ])('formats %d as %s', (share, text) => expect(formatPercent(share)).toBe(text));
});

describe('formatAgo', () => {
  const now = Date.parse('2026-03-10T12:00:00.000Z');
  it.each([
    ['2026-03-10T11:59:55.000Z', 'just now'],
    ['2026-03-10T11:59:20.000Z', '40 seconds ago'],
    ['2026-03-10T11:56:00.000Z', '4 minutes ago'],
    ['2026-03-09T11:00:00.000Z', 'yesterday'],
    ['2026-03-10T12:00:30.000Z', 'just now'],
  ])('formats %s as "%s"', (instant, text) => expect(formatAgo(instant, now)).toBe(text));

  it('gives the date after a week', () => {
    expect(formatAgo('2026-02-01T12:00:00.000Z', now)).toBe('Feb 1, 2026');
  });
});

describe('formatDuration', () => {
  it.each([
    [400, '1 s'],
    [59_000, '59 s'],
    [95_000, '2 min'],
    [3_600_000, '1 h'],
    [5_400_000, '1 h 30 min'],
  ])('formats %d as %s', (durationMs, text) => expect(formatDuration(durationMs)).toBe(text));
});

describe('findComma', () => {
  it('keeps members apart in every language', () => {
    for (const language of Object.keys(LANGUAGES)) expect(findComma(language)).toMatch(/\S/);
    expect(findComma('en')).toBe(', ');
    expect(findComma('zh-Hans')).toBe('、');
  });
});
