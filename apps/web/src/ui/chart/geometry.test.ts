import { describe, expect, it } from 'vitest';
import { linePath, nearestIndex, roundUp, scaleFor, spreadIndexes, toX, toY } from './geometry.ts';

const plot = { left: 40, top: 10, width: 100, height: 50 };

describe('roundUp', () => {
  it.each([
    [0, 1],
    [Number.NaN, 1],
    [0.03, 0.05],
    [1, 1],
    [1.01, 2],
    [4.2, 5],
    [6, 10],
    [100, 100],
    [230_000_000, 500_000_000],
  ])('%d → %d', (value, round) => expect(roundUp(value)).toBeCloseTo(round, 9));
});

describe('the axes of a chart', () => {
  const scale = scaleFor(plot, [0, 50_000, 100_000], [[1, 4, 2], [0]]);

  it('place every time and value in the plot', () => {
    expect(scale.max).toBe(5);
    expect([toX(scale, 0), toX(scale, 100_000)]).toEqual([40, 140]);
    expect([toY(scale, 0), toY(scale, 5), toY(scale, 50)]).toEqual([60, 10, 10]);
  });

  it('span at least a minute, and work without values', () => {
    const short = scaleFor(plot, [1_000_000], [[3]]);
    expect(short.to - short.from).toBe(60_000);
    expect(toX(scaleFor(plot, [], []), 0)).toBe(140);
  });

  it('find the nearest time', () => {
    const times = [0, 50_000, 100_000];
    expect([30, 80, 116, 200].map((x) => nearestIndex(scale, times, x))).toEqual([0, 1, 2, 2]);
    expect(nearestIndex(scale, [], 50)).toBeUndefined();
  });
});

describe('linePath', () => {
  it('is interrupted where steps are missing', () => {
    const times = [0, 5000, 10_000, 90_000, 95_000];
    const scale = scaleFor(plot, times, [[10]]);
    const path = linePath(scale, times, [0, 10, 0, 10, 0], 5000);
    expect(path.match(/[ML]/g)).toEqual(['M', 'L', 'L', 'M', 'L']);
    expect(path).toMatch(/^M40 60L45\.3 10L/);
  });
});

describe('spreadIndexes', () => {
  it('spaces evenly, with the latest first', () => {
    expect(spreadIndexes(5, 10)).toEqual([4, 3, 2, 1, 0]);
    expect(spreadIndexes(10, 4)).toEqual([9, 6, 3, 0]);
    expect(spreadIndexes(0, 4)).toEqual([]);
    expect(spreadIndexes(1440, 60)).toHaveLength(60);
  });
});
