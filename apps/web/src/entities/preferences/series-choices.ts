import { isAllowed } from './definition.ts';
import { PAGE_SETTINGS } from './reading-options.ts';
import { readField, type Changes, type Values } from './values.ts';

export type Direction = 'ltr' | 'rtl' | 'ttb' | 'webtoon';
export type PageLayout = 'single' | 'double' | 'double-cover';

/** Choices for one series; they override book metadata and settings. */
export interface SeriesChoice {
  readonly direction?: Direction;
  readonly layout?: PageLayout;
}

const PREFIX = 'custom.reader.series.';

/** Limit of stored choices; the oldest are dropped first. */
const MOST_KEPT = 300;

const DIRECTIONS: readonly string[] = ['ltr', 'rtl', 'ttb', 'webtoon'] satisfies Direction[];

export function seriesKey(seriesId: string): string {
  return PREFIX + seriesId.replaceAll('-', '_');
}

function isDirection(value: unknown): value is Direction {
  return typeof value === 'string' && DIRECTIONS.includes(value);
}

function isLayout(value: unknown): value is PageLayout {
  return isAllowed(PAGE_SETTINGS.layout, value);
}

/** Ignores invalid stored values. */
export function parseSeriesChoice(values: Values, seriesId: string): SeriesChoice {
  const value = values[seriesKey(seriesId)];
  const [direction, layout] = [readField(value, 'direction'), readField(value, 'layout')];
  return { ...(isDirection(direction) ? { direction } : {}), ...(isLayout(layout) ? { layout } : {}) };
}

/**
 * Changes that store a choice and drop the oldest ones beyond the limit.
 * @param nowAt epoch milliseconds
 */
export function chooseForSeries(values: Values, seriesId: string, more: SeriesChoice, nowAt: number): Changes {
  const key = seriesKey(seriesId);
  const others = Object.keys(values).filter((other) => other.startsWith(PREFIX) && other !== key);
  const chosenAt = (other: string) => Number(readField(values[other], 'at') ?? 0);
  const excess = Math.max(0, others.length - MOST_KEPT + 1);
  const oldest = others.toSorted((one, other) => chosenAt(one) - chosenAt(other)).slice(0, excess);
  const choice = { ...parseSeriesChoice(values, seriesId), ...more, at: nowAt };
  return { ...Object.fromEntries(oldest.map((other) => [other, null])), [key]: choice };
}
