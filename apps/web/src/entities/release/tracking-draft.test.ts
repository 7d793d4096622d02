import type { ReleaseTracking } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { toTrackingUpdate, toTrackingDraft, findTrackingProblem } from './tracking-draft.ts';

const TRACKING: ReleaseTracking = {
  ...{ seriesId: 's', tracked: true, trackChapters: false, trackVolumes: true, fromVolume: 3, fromChapter: null },
  ...{ latestKnownChapter: null, latestKnownVolume: 12, volumeChapterMap: null, confidenceThresholdOverride: null },
  ...{ languages: ['en', 'fr'], groups: null, createdAt: null, updatedAt: null },
};

describe('the form of the tracking options', () => {
  it('round-trips the stored options', () => {
    expect(toTrackingUpdate(toTrackingDraft(TRACKING))).toEqual({
      ...{ trackChapters: false, trackVolumes: true, fromVolume: 3, fromChapter: null },
      ...{ languages: ['en', 'fr'], groups: null, confidenceThresholdOverride: null },
    });
  });

  it.each([
    [0.9, 'high'],
    [0.5, 'low'],
    [null, 'usual'],
    [0.85, 'own'],
  ] as const)('shows a threshold of %s as %s, and keeps a custom one', (threshold, sureness) => {
    const draft = toTrackingDraft({ ...TRACKING, confidenceThresholdOverride: threshold });
    expect(draft.sureness).toBe(sureness);
    expect(toTrackingUpdate(draft).confidenceThresholdOverride).toBe(sureness === 'own' ? undefined : threshold);
  });

  it('ignores stray commas in lists', () => {
    const change = toTrackingUpdate({
      ...toTrackingDraft(TRACKING),
      languages: ' de, ,',
      groups: 'One,Two ',
      fromChapter: '1.5',
    });
    expect(change).toMatchObject({ languages: ['de'], groups: ['One', 'Two'], fromChapter: 1.5 });
  });

  it('reports invalid input', () => {
    const draft = toTrackingDraft(TRACKING);
    expect(findTrackingProblem(draft)).toBeUndefined();
    expect(findTrackingProblem({ ...draft, trackVolumes: false })).toContain('turn tracking off');
    expect(
      ['-1', 'x', '2000000'].map((fromVolume) => findTrackingProblem({ ...draft, fromVolume }) !== undefined),
    ).toEqual([...[true, true, true]]);
  });
});
