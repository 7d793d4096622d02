import { describe, expect, it } from 'vitest';
import { taskProgressWords, taskSentence, taskShare } from './task-words.ts';

const names = { libraryName: 'Manga', seriesTitle: 'Akira', bookTitle: 'Akira 1' };

describe('taskSentence', () => {
  it.each([
    ['scan_library', 'Scanning Manga'],
    ['analyze_library', 'Analyzing the books of Manga'],
    ['analyze_series', 'Analyzing the series “Akira”'],
    ['analyze_book', 'Analyzing “Akira 1”'],
    ['generate_thumbnails', 'Creating the cover of “Akira 1”'],
    ['cleanup_orphaned_files', 'Cleaning up covers'],
    ['find_duplicates', 'Looking for duplicates'],
    ['renumber_series', 'Renumbering books'],
    ['reprocess_titles', 'Applying title rules to series'],
    ['some_new_kind', 'Other work'],
  ])('describes %s as "%s"', (taskType, words) => expect(taskSentence({ ...names, taskType })).toBe(words));

  it('names the owner of the covers', () => {
    const task = { taskType: 'generate_thumbnails', libraryName: null, seriesTitle: null, bookTitle: null };
    expect(taskSentence(task)).toBe('Creating covers');
    expect(taskSentence({ ...task, libraryName: 'Manga' })).toBe('Creating covers of Manga');
    expect(taskSentence({ ...task, libraryName: 'Manga', seriesTitle: 'Akira' })).toBe('Creating covers of “Akira”');
  });

  it('names the scanned part of a library, and a full scan', () => {
    const scan = { ...names, taskType: 'scan_library' };
    expect(taskSentence({ ...scan, params: { mode: 'normal', folders: ['A/B'] } })).toBe(
      'Scanning the folder “A/B” of Manga',
    );
    expect(taskSentence({ ...scan, params: { mode: 'normal', folders: ['A', 'B'] } })).toBe(
      'Scanning 2 folders of Manga',
    );
    expect(taskSentence({ ...scan, params: { mode: 'deep' } })).toBe('Reading every file of Manga again');
    expect(taskSentence({ ...scan, params: { mode: 'normal', folders: [] } })).toBe('Scanning Manga');
  });

  it('works without the names of deleted items', () => {
    expect(taskSentence({ ...names, libraryName: null, taskType: 'scan_library' })).toBe('Scanning a deleted library');
  });
});

describe('taskProgressWords', () => {
  const startedAt = '2026-01-01T00:00:00.000Z';
  const progress = { current: 320, total: 1900, message: '' };
  it('estimates the remaining time from the speed so far', () => {
    const nowAt = Date.parse(startedAt) + 32_000;
    expect(taskProgressWords({ progress, startedAt }, nowAt)).toBe('320 of 1,900, 3 min left');
  });

  it('estimates nothing in the first seconds', () => {
    expect(taskProgressWords({ progress, startedAt }, Date.parse(startedAt) + 1000)).toBe('320 of 1,900');
    expect(taskProgressWords({ progress: null, startedAt }, 0)).toBe('');
  });

  it('has a progress value only with a total', () => {
    expect(taskShare({ progress })).toBeCloseTo(0.168, 3);
    expect(taskShare({ progress: { ...progress, total: 0 } })).toBeUndefined();
  });
});
