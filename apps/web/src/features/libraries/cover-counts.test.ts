import type { Task } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { cleanupWords, coverResultWords } from './cover-counts.ts';

const done = (result: Task['result']) => ({ status: 'completed', result }) as const;

describe('coverResultWords', () => {
  it('adds up the results of book and series tasks', () => {
    expect(coverResultWords([done({ drawn: 11, kept: 2, failed: 0 }), done({ drawn: 1, failed: 0 })])).toBe(
      '12 covers made.',
    );
    expect(coverResultWords([done({ drawn: 1, failed: 1 }), done({ drawn: 0 })])).toBe('1 cover made, 1 failed.');
    expect(coverResultWords([done({ drawn: 0, kept: 9 }), done(null)])).toBe('No new covers were needed.');
  });

  it('does not report a cancelled task as done', () => {
    expect(coverResultWords([{ status: 'cancelled', result: null }])).toBe('Stopped making covers.');
    expect(coverResultWords([done({ drawn: 3 }), { status: 'failed', result: null }])).toContain('could not be made');
  });
});

describe('cleanupWords', () => {
  const nothing = { thumbnailsDeleted: 0, coversDeleted: 0, bytesFreed: 0, failures: 0 };

  it('reports deleted and kept files', () => {
    expect(cleanupWords(nothing)).toBe('Nothing to clean up.');
    expect(cleanupWords({ ...nothing, thumbnailsDeleted: 3, coversDeleted: 1, bytesFreed: 1_200_000 })).toBe(
      '4 files deleted, 1.2 MB freed.',
    );
    expect(cleanupWords({ ...nothing, failures: 1 })).toBe('1 file could not be deleted.');
  });
});
