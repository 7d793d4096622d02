import { addDays, countDays, shortMonth, getWeekday } from '#lib/days.ts';

/** A day in a grid of weeks from Monday to Sunday. */
export interface GridDay {
  readonly day: string;
  readonly value: number;
  /** 0 for zero, 1 to 4 for the quartiles of the other values. */
  readonly level: number;
  /** From 0. */
  readonly strip: number;
  readonly column: number;
  /** 0 for Monday. */
  readonly row: number;
}

/** A year as one strip of weeks, or two on a narrow screen. */
export interface YearGrid {
  readonly days: readonly GridDay[];
  readonly columns: number;
  readonly strips: number;
  /** Month labels at the week in which the month begins. */
  readonly months: readonly { readonly name: string; readonly strip: number; readonly column: number }[];
}

/** Quartiles of the non-zero values. */
function quarters(values: readonly number[]): readonly number[] {
  const sorted = values.filter((value) => value > 0).toSorted((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
}

function findLevel(value: number, bounds: readonly number[]): number {
  return value > 0 ? 1 + bounds.filter((bound) => value > bound).length : 0;
}

/**
 * @param worth value of a day
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
    const since = countDays(start, day) - 1 + getWeekday(start);
    const value = worth(day);
    const place = { strip, column: Math.floor(since / 7), row: since % 7 };
    return { day, value, level: findLevel(value, bounds), ...place };
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
