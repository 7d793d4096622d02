import { isAllowed } from './definition.ts';
import { PAGE_SETTINGS } from './reading-options.ts';
import { readField, type Values } from './values.ts';

export type Direction = 'ltr' | 'rtl' | 'ttb' | 'webtoon';
export type PageLayout = 'single' | 'double' | 'double-cover';

/** Choices for one series; they override book metadata and settings. */
export interface SeriesChoice {
  readonly direction?: Direction;
  readonly layout?: PageLayout;
}

/** Preferences of earlier releases; a change of the choice moves it to the choices of reading profiles. */
const PREFIX = 'custom.reader.series.';

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

const DIRECTION = 'reader.reading_direction';
const LAYOUT = 'reader.page_layout';

/** The choice in the options of a series or profile; ignores other options. */
export function readSeriesChoice(settings: Values): SeriesChoice {
  const [direction, layout] = [settings[DIRECTION], settings[LAYOUT]];
  return { ...(isDirection(direction) ? { direction } : {}), ...(isLayout(layout) ? { layout } : {}) };
}

/** The choice as options of a series. */
export function toSeriesSettings({ direction, layout }: SeriesChoice): Values {
  return {
    ...(direction === undefined ? {} : { [DIRECTION]: direction }),
    ...(layout === undefined ? {} : { [LAYOUT]: layout }),
  };
}
