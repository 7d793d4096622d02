import type { ScanProgressEvent } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { isScanProgress, toScanStatus, withScan } from './scan-updates.ts';

const event: ScanProgressEvent = {
  task_id: 't1',
  library_id: 'l1',
  library_name: 'Manga',
  mode: 'normal',
  status: 'running',
  message: 'Reading folders',
  files_total: 10,
  files_processed: 4,
  series_found: 2,
  books_found: 4,
  books_added: 4,
  books_updated: 0,
  books_moved: 0,
  books_deleted: 0,
  books_restored: 0,
  books_purged: 0,
  books_to_analyze: 3,
  pending_removals: 0,
  pending_removals_url: null,
  watching: 'native',
  warnings: [],
  errors: [],
  started_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
};

describe('a frame of the scan stream', () => {
  it('becomes a scan status with every number under its API name', () => {
    expect(toScanStatus(event)).toMatchObject({ filesTotal: 10, filesProcessed: 4, booksAdded: 4, booksToAnalyze: 3 });
    expect(Object.keys(toScanStatus(event))).toHaveLength(Object.keys(event).length);
  });

  it('is recognised by its shape', () => {
    expect(isScanProgress(event)).toBe(true);
    expect(isScanProgress(null)).toBe(false);
    expect(isScanProgress({ task_id: 'x' })).toBe(false);
  });
});

describe('withScan', () => {
  const running = toScanStatus(event);
  const other = { ...running, taskId: 't2' };
  it('adds a scan, replaces it in place and removes it when it ends', () => {
    expect(withScan([], running)).toEqual([running]);
    const later = { ...running, filesProcessed: 9 };
    expect(withScan([running, other], later)).toEqual([later, other]);
    expect(withScan([running, other], { ...running, status: 'completed' })).toEqual([other]);
  });
});
