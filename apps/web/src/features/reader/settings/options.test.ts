import { describe, expect, it } from 'vitest';
import { CONTROL_SETTINGS, PAGE_SETTINGS } from '#entities/preferences/reading-options.ts';
import { parseSeriesChoice, seriesKey } from '#entities/preferences/series-choices.ts';
import { DIRECTIONS } from '../engine/direction.ts';
import { TAP_ZONES } from '../engine/tap-zones.ts';
import { FIT_MODES } from '../engine/zoom.ts';

describe('the reader options', () => {
  it('offer every mode of the engine', () => {
    expect(Object.keys(PAGE_SETTINGS.fit.labels)).toEqual(FIT_MODES);
    expect(Object.keys(CONTROL_SETTINGS.tapZones.labels)).toEqual(TAP_ZONES);
  });

  it('are stored per series in every direction', () => {
    for (const direction of DIRECTIONS) {
      expect(parseSeriesChoice({ [seriesKey('s')]: { direction } }, 's')).toEqual({ direction });
    }
  });
});
