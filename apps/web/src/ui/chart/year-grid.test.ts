import { describe, expect, it } from 'vitest';
import { yearGrid } from './year-grid.ts';

describe('the grid of a year', () => {
  it('contains every day once, in columns from Monday to Sunday', () => {
    const { days, columns, months } = yearGrid(2024, () => 0, 1);
    expect(days).toHaveLength(366);
    expect(new Set(days.map(({ column, row }) => column * 7 + row)).size).toBe(366);
    // 1 January 2024 was a Monday
    expect(days[0]).toMatchObject({ column: 0, row: 0 });
    expect(columns).toBe(53);
    expect(months.map(({ name }) => name).slice(0, 2)).toEqual(['Jan', 'Feb']);
  });

  it('uses two strips in a narrow chart', () => {
    const { days, columns, months } = yearGrid(2026, () => 0, 2);
    expect(columns).toBe(27);
    expect(days.filter(({ strip }) => strip === 0)).toHaveLength(181);
    expect(months.filter(({ strip }) => strip === 1).map(({ name }) => name)).toEqual([
      ...['Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
    ]);
  });

  it('grades days by value, and distinguishes zero from little', () => {
    const value = (day: string) => (day.startsWith('2026-01-0') ? Number(day.slice(-1)) : 0);
    const levels = yearGrid(2026, value, 1)
      .days.slice(0, 10)
      .map(({ level }) => level);
    expect(levels).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 0]);
  });

  it('grades equal days as little', () => {
    const levels = new Set(yearGrid(2026, () => 7, 1).days.map(({ level }) => level));
    expect([...levels]).toEqual([1]);
  });
});
