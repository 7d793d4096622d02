import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nameDevice } from './device-words.ts';

describe('the name of a device', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    'Windows',
    'macOS',
    'iOS',
    'Chrome OS',
    'Windows Phone',
    'HarmonyOS',
    'Tizen',
    'WebOS',
    'Roku',
    'PlayStation 4',
  ])('says a browser on %s in the language of the page', (system) => {
    const say = vi.spyOn(i18n, '_').mockReturnValue('said');
    expect(nameDevice(`Samsung Internet on ${system}`)).toBe('said');
    expect(say).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ values: { browser: 'Samsung Internet', system } }),
    );
  });

  it.each(['KOReader', 'Kobo on the shelf', 'Reading on 3 tablets'])('leaves the name %s as it is', (name) => {
    const say = vi.spyOn(i18n, '_');
    expect(nameDevice(name)).toBe(name);
    expect(say).not.toHaveBeenCalled();
  });
});
