import { describe, expect, it } from 'vitest';
import { findKeptSeries } from './series-of-group.ts';

const newSeries = (id: string, path: string) => ({ id, path });
const books = (seriesId: string, groupPath: string, count: number) =>
  Array.from({ length: count }, () => ({ seriesId, groupPath }));

function kept(
  series: readonly ReturnType<typeof newSeries>[],
  regrouped: readonly ReturnType<typeof books>[number][],
  others: readonly string[] = [],
) {
  const groups = new Set([...regrouped.map(({ groupPath }) => groupPath), ...others]);
  return [...findKeptSeries({ series, regrouped, groups })].map(([path, { id }]) => [path, id]);
}

describe('findKeptSeries', () => {
  it('lets a series go where more than half of its books go', () => {
    const dc = newSeries('s1', 'DC');
    expect(kept([dc], [...books('s1', 'Batman', 2), ...books('s1', 'Robin', 1)])).toEqual([['Batman', 's1']]);
    expect(kept([dc], [...books('s1', 'Batman', 2), ...books('s1', 'Robin', 2)])).toEqual([]);
  });

  it('leaves a series where it is while one book stays, and never takes the place of another', () => {
    expect(kept([newSeries('s1', 'DC')], books('s1', 'Batman', 3), ['DC'])).toEqual([]);
    const both = [newSeries('s1', 'DC'), newSeries('s2', 'Batman')];
    expect(kept(both, books('s1', 'Batman', 3))).toEqual([]);
  });

  it('lets the one with most books go on where several come together, the older one when they are equal', () => {
    const series = [newSeries('s2', 'b'), newSeries('s1', 'a'), newSeries('s3', 'c')];
    expect(kept(series, [...books('s1', 'x', 1), ...books('s2', 'x', 1)])).toEqual([['x', 's1']]);
    expect(kept(series, [...books('s1', 'x', 1), ...books('s3', 'x', 2)])).toEqual([['x', 's3']]);
  });

  it('lets two series swap nothing: each finds the place of the other taken', () => {
    const series = [newSeries('s1', 'a'), newSeries('s2', 'b')];
    expect(kept(series, [...books('s1', 'b', 1), ...books('s2', 'a', 1)])).toEqual([]);
  });
});
