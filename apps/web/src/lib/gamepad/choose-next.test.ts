import { describe, expect, it } from 'vitest';
import { type Box, chooseNext } from './choose-next.ts';

const box = (left: number, top: number, width = 100, height = 100): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Three columns and two rows of tiles with gaps. */
const GRID = [box(0, 0), box(120, 0), box(240, 0), box(0, 120), box(120, 120), box(240, 120)];
const [FIRST] = GRID as [Box];

describe('the next focus of a directional pad', () => {
  it('is the neighbour in the row and in the column', () => {
    expect(chooseNext(FIRST, GRID, 'Right')).toBe(1);
    expect(chooseNext(FIRST, GRID, 'Down')).toBe(3);
    expect(chooseNext(box(240, 120), GRID, 'Left')).toBe(4);
    expect(chooseNext(box(240, 120), GRID, 'Up')).toBe(2);
  });

  it('is none at an edge', () => {
    expect(chooseNext(FIRST, GRID, 'Left')).toBeUndefined();
    expect(chooseNext(FIRST, GRID, 'Up')).toBeUndefined();
    expect(chooseNext(box(240, 0), GRID, 'Right')).toBeUndefined();
  });

  it('prefers what is straight ahead to what is nearer but aside', () => {
    expect(chooseNext(box(0, 0), [box(300, 20), box(110, 260)], 'Right')).toBe(0);
  });

  it('reaches a link aside when nothing is straight ahead', () => {
    expect(chooseNext(box(0, 0), [box(400, 300)], 'Right')).toBe(0);
  });

  it('enters a narrow column from a wide row', () => {
    const [wide, narrow] = [box(0, 0, 800, 40), box(700, 60, 60, 40)];
    expect(chooseNext(wide, [narrow], 'Down')).toBe(0);
    expect(chooseNext(narrow, [wide], 'Up')).toBe(0);
  });
});
