import { describe, expect, it } from 'vitest';
import { scanResult, scanSentence, scanShare, scansSentence } from './scan-words.ts';

const scan = {
  libraryName: 'Manga',
  status: 'running' as const,
  filesTotal: 1930,
  filesProcessed: 412,
  booksToAnalyze: 0,
  booksFound: 412,
};

describe('scanSentence', () => {
  it('groups thousands in file counts', () => {
    expect(scanSentence(scan)).toBe('Scanning Manga, 412 of 1,930');
    expect(scanShare(scan)).toBeCloseTo(0.2135, 3);
  });

  it('goes from waiting to scanning to analyzing', () => {
    expect(scanSentence({ ...scan, status: 'pending' })).toBe('Waiting to scan Manga');
    expect(scanSentence({ ...scan, filesTotal: 0 })).toBe('Looking through Manga');
    expect(scanSentence({ ...scan, filesProcessed: 1930, booksToAnalyze: 88 })).toBe('Analyzing Manga, 88 books left');
  });

  it('has no progress before the files are counted', () => {
    expect(scanShare({ ...scan, filesTotal: 0 })).toBeUndefined();
  });
});

describe('scansSentence', () => {
  it('adds up several scans', () => {
    expect(scansSentence([scan, { ...scan, filesTotal: 70, filesProcessed: 8 }])).toBe(
      'Scanning 2 libraries, 420 of 2,000',
    );
    expect(scansSentence([])).toBe('');
  });
});

describe('scanResult', () => {
  const none = { booksAdded: 0, booksUpdated: 0, booksMoved: 0, booksDeleted: 0, booksRestored: 0, booksPurged: 0 };
  const ended = { ...scan, ...none, pendingRemovals: 0, errors: [] };
  it('names only what changed', () => {
    expect(scanResult({ ...ended, status: 'completed', booksAdded: 12, booksDeleted: 1 })).toBe(
      'Manga: 12 books added, 1 book removed',
    );
    expect(scanResult({ ...ended, status: 'completed' })).toBe('Manga: nothing changed');
  });

  it('distinguishes moved books from reread ones', () => {
    expect(scanResult({ ...ended, status: 'completed', booksUpdated: 5, booksMoved: 3 })).toBe(
      'Manga: 2 books changed, 3 books moved',
    );
  });

  it('reports removals that were held back', () => {
    expect(scanResult({ ...ended, status: 'completed', pendingRemovals: 40 })).toBe(
      'Manga: 40 missing books not removed',
    );
  });

  it('gives the reason of a failure', () => {
    expect(scanResult({ ...ended, status: 'failed', errors: ['The folder is missing'] })).toBe(
      'Manga could not be scanned. The folder is missing',
    );
  });
});
