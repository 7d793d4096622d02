import type { Task } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { historyByDay } from './history.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

function task(libraryName: string, completedAt: string, status: Task['status'] = 'completed'): Task {
  return {
    id: `${libraryName} ${completedAt}`,
    taskType: 'scan_library',
    status,
    priority: 600,
    libraryId: 'l1',
    seriesId: null,
    bookId: null,
    libraryName,
    seriesTitle: null,
    bookTitle: null,
    params: null,
    progress: null,
    attempts: 1,
    maxAttempts: 3,
    lockedBy: null,
    lockedUntil: null,
    lastError: null,
    result: null,
    scheduledFor: completedAt,
    createdAt: completedAt,
    startedAt: completedAt,
    completedAt,
  };
}

const titles = (tasks: readonly Task[]) =>
  historyByDay(tasks, NOW).map(({ title, works }) => [
    title,
    works.map(({ sentence, times }) => `${sentence} ${times}`),
  ]);

describe('historyByDay', () => {
  it('names the last two days, dates the others, and starts with the latest', () => {
    const tasks = [
      task('Manga', '2026-03-07T12:00:00.000Z'),
      task('Manga', '2026-03-10T11:00:00.000Z'),
      task('Manga', '2026-03-09T12:00:00.000Z'),
    ];
    expect(titles(tasks)).toEqual([
      ['Today', ['Scanning Manga 1']],
      ['Yesterday', ['Scanning Manga 1']],
      ['Mar 7, 2026', ['Scanning Manga 1']],
    ]);
  });

  it('joins equal tasks with equal outcome, and gives the last time', () => {
    const tasks = [
      task('Manga', '2026-03-10T10:00:00.000Z'),
      task('Comics', '2026-03-10T10:30:00.000Z'),
      task('Manga', '2026-03-10T11:00:00.000Z'),
      task('Manga', '2026-03-10T11:30:00.000Z', 'cancelled'),
    ];
    expect(titles(tasks)).toEqual([['Today', ['Scanning Manga 1', 'Scanning Manga 2', 'Scanning Comics 1']]]);
    expect(historyByDay(tasks, NOW)[0]?.works[1]?.latest.completedAt).toBe('2026-03-10T11:00:00.000Z');
  });

  it('is empty without tasks', () => expect(historyByDay([], NOW)).toEqual([]));
});
