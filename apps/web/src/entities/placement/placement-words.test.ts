import { describe, expect, it } from 'vitest';
import { otherwiseWords, sharedReasons, strategyWords } from './placement-words.ts';

function decision(rule: string, input: string) {
  const sentence = `${rule} decided by ${input}`;
  return { strategy: 'series_volume', rule, input, result: 'Lanterns', sentence };
}

describe('sharedReasons', () => {
  it('counts the books of each rule, most frequent first, with the first book as an example', () => {
    const placements = [
      { series: decision('stated-series', 'Lanterns') },
      { series: decision('folder', 'a') },
      { series: null },
      { series: decision('folder', 'b') },
    ];
    const reasons = sharedReasons(placements);
    expect(reasons.map(({ decision: { rule, input }, bookCount }) => [rule, input, bookCount])).toEqual([
      ['folder', 'a', 2],
      ['stated-series', 'Lanterns', 1],
    ]);
  });

  it('skips books without a stored decision', () => {
    expect(sharedReasons([{ series: null }])).toEqual([]);
  });
});

describe('the text of a placement decision', () => {
  it('names the rule and the setting that changes it', () => {
    expect(strategyWords('series', { strategy: 'series_volume' })).toBe('One folder per series');
    expect(otherwiseWords('series', { rule: 'folder' })).toContain('another folder');
    expect(otherwiseWords('number', { rule: 'locked-number' })).toContain('lock');
  });

  it('is absent for rules of later versions', () => {
    expect(strategyWords('title', { strategy: 'by_moon' })).toBeUndefined();
    expect(otherwiseWords('title', { rule: 'full-moon' })).toBeUndefined();
  });
});
