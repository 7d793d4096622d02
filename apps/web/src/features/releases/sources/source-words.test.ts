import type { ReleaseSource } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { failureWords, foundWords, nextWords } from './source-words.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SOURCE: ReleaseSource = {
  ...{ id: 'a', pluginId: 'core', sourceKey: 'a', displayName: 'Site', kind: 'rss-uploader', enabled: true },
  ...{ cronSchedule: null, effectiveCronSchedule: '0 * * * *', config: {}, hasSecret: false, etag: null },
  ...{ lastPolledAt: '2026-11-22T11:55:00Z', lastError: null, lastErrorAt: null, failures: 0, nextPollAt: null },
  lastSummary: {
    ...{ candidatesReturned: 40, candidatesRecorded: 3, candidatesRejected: 37, candidatesDeduped: 0 },
    ...{ notModified: false, skippedReason: null },
  },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
};

describe('the text of a source', () => {
  it('gives the result of its last poll', () => {
    expect(foundWords(SOURCE, NOW)).toBe('Checked 5 minutes ago · 40 entries · 3 new releases of tracked series');
    expect(foundWords({ ...SOURCE, lastPolledAt: null }, NOW)).toBe('Not checked yet');
    expect(foundWords({ ...SOURCE, lastSummary: null }, NOW)).toBe('Checked 5 minutes ago');
    const summary = SOURCE.lastSummary;
    if (summary === null) throw new Error('The source has been looked at');
    expect(foundWords({ ...SOURCE, lastSummary: { ...summary, notModified: true } }, NOW)).toContain('No changes');
    expect(foundWords({ ...SOURCE, kind: 'api-feed' }, NOW)).toBe('Waits for a program to send releases');
  });

  it('gives the time of its next poll', () => {
    expect(nextWords(SOURCE)).toBe('Schedule: every hour');
    expect(nextWords({ ...SOURCE, enabled: false })).toBe('Turned off');
    expect(nextWords({ ...SOURCE, nextPollAt: '2026-11-22T13:00:00Z' })).toMatch(
      /^Next check: .+ · Schedule: every hour$/,
    );
    expect(nextWords({ ...SOURCE, kind: 'api-feed' })).toBeUndefined();
  });

  it('explains its last error', () => {
    expect(failureWords(SOURCE, NOW)).toBeUndefined();
    const failed = { ...SOURCE, lastError: 'the site answered 500', lastErrorAt: '2026-11-22T11:00:00Z', failures: 3 };
    expect(failureWords(failed, NOW)).toBe(
      'The last 3 checks failed, most recently 1 hour ago. The site answered 500.',
    );
  });
});
