import { addDays, countDays, shortMonth, weekdayOf } from '#lib/days.ts';

/** A day in the grid of a year, its place in columns of weeks from Monday to Sunday. */
export interface GridDay {
  readonly day: string;
  readonly value: number;
  /** 0 for nothing, 1 to 4 for a quarter of the days with something each. */
  readonly level: number;
  /** Which strip of weeks, from 0. */
  readonly strip: number;
  readonly column: number;
  /** 0 for Monday. */
  readonly row: number;
}

/** The days of a year in one strip of weeks, or in two where the screen is narrow. */
export interface YearGrid {
  readonly days: readonly GridDay[];
  readonly columns: number;
  readonly strips: number;
  /** Months above the week in which they begin. */
  readonly months: readonly { readonly name: string; readonly strip: number; readonly column: number }[];
}

/** The values that divide what is not nothing into four equal parts. */
function quarters(values: readonly number[]): readonly number[] {
  const sorted = values.filter((value) => value > 0).toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
}

function levelOf(value: number, bounds: readonly number[]): number {
  return value > 0 ? 1 + bounds.filter((bound) => value > bound).length : 0;
}

/**
 * Puts the days of a year into a grid.
 * @param worth what a day is worth
 * @param strips 2 puts January to June above July to December
 */
export function yearGrid(year: number, worth: (day: string) => number, strips: 1 | 2): YearGrid {
  const name = String(year).padStart(4, '0');
  const starts = strips === 1 ? [`${name}-01-01`] : [`${name}-01-01`, `${name}-07-01`];
  const count = countDays(`${name}-01-01`, `${name}-12-31`);
  const days = Array.from({ length: count }, (_, index) => addDays(`${name}-01-01`, index));
  const bounds = quarters(days.map(worth));
  const placed = days.map((day) => {
    const strip = starts.findLastIndex((start) => day >= start);
    const start = starts[strip] ?? day;
    const since = countDays(start, day) - 1 + weekdayOf(start);
    const value = worth(day);
    const place = { strip, column: Math.floor(since / 7), row: since % 7 };
    return { day, value, level: levelOf(value, bounds), ...place };
  });
  return {
    days: placed,
    columns: placed.reduce((most, { column }) => Math.max(most, column + 1), 0),
    strips,
    months: placed
      .filter(({ day }) => day.endsWith('-01'))
      .map(({ day, strip, column }) => ({ name: shortMonth(day), strip, column })),
  };
}
