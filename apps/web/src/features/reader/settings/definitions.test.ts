import { describe, expect, it } from 'vitest';
import { FIT_MODES } from '../engine/zoom.ts';
import { TAP_ZONES } from '../engine/tap-zones.ts';
import { CONTROL_SETTINGS, isAllowed, PAGE_SETTINGS, parseSettings, TEXT_SETTINGS } from './definitions.ts';

describe('parseSettings', () => {
  it('gives the defaults when nothing is stored', () => {
    expect(parseSettings(undefined)).toMatchObject({ layout: 'single', fit: 'screen', fontSize: 100, doubleTap: true });
    expect(parseSettings('rubbish')).toEqual(parseSettings(null));
  });

  it('keeps what is allowed and drops the rest', () => {
    const read = parseSettings({
      layout: 'double',
      fit: 'toString',
      fontSize: 301,
      lineHeight: 120,
      doubleTap: 'yes',
      x: 1,
    });
    expect(read).toMatchObject({ layout: 'double', fit: 'screen', fontSize: 100, lineHeight: 120, doubleTap: true });
    expect(read).not.toHaveProperty('x');
  });

  it('has allowed defaults', () => {
    for (const definition of Object.values({ ...PAGE_SETTINGS, ...TEXT_SETTINGS, ...CONTROL_SETTINGS })) {
      expect(isAllowed(definition, definition.fallback)).toBe(true);
    }
  });

  it('offers every mode that the engine knows', () => {
    expect(Object.keys(PAGE_SETTINGS.fit.labels)).toEqual(FIT_MODES);
    expect(Object.keys(CONTROL_SETTINGS.tapZones.labels)).toEqual(TAP_ZONES);
  });
});
