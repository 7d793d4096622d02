import { PREFERENCES, type Preference } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Definition, isAllowed } from './definition.ts';
import { APP_OPTIONS, getAppOption, toLook } from './look-options.ts';
import { READING_KEYS, READING_OPTIONS, parseReadingOptions } from './reading-options.ts';
import { parseSeriesChoice, readSeriesChoice, seriesKey, toSeriesSettings } from './series-choices.ts';
import { NO_PREFERENCES, parseLocalPreferences, pickUnsent, withAnswer, withChanges, withSent } from './values.ts';

const OPTIONS: readonly (readonly [string, Definition])[] = [
  ...Object.entries(APP_OPTIONS),
  ...Object.entries<Definition>(READING_OPTIONS).map(
    ([name, definition]) => [READING_KEYS[name as keyof typeof READING_KEYS], definition] as const,
  ),
];

/** Boundary values of a range, and every choice. */
function listSamples(definition: Definition): readonly unknown[] {
  if (definition.kind === 'choice') return Object.keys(definition.labels);
  return definition.kind === 'range' ? [definition.min, definition.max] : [true, false];
}

function preference(key: string, value: Preference['value'], isSet = true): Preference {
  return { key, value, isSet, valueType: 'string', updatedAt: null };
}

describe('the preference options', () => {
  it.each(OPTIONS)('%s is in the contract, with the same default and only accepted values', (key, definition) => {
    const known = new Map(Object.entries(PREFERENCES)).get(key);
    expect(known?.fallback).toBe(definition.fallback);
    expect(isAllowed(definition, definition.fallback)).toBe(true);
    for (const sample of listSamples(definition)) expect(known?.shape.safeParse(sample).success).toBe(true);
    if (definition.kind !== 'range') return;
    for (const beyond of [definition.min - 1, definition.max + 1, definition.min + 0.5]) {
      expect(isAllowed(definition, beyond)).toBe(false);
      expect(known?.shape.safeParse(beyond).success).toBe(false);
    }
  });
});

describe('the reader options of stored preferences', () => {
  it('use the default for missing or invalid values', () => {
    const options = parseReadingOptions({
      'reader.page_layout': 'double',
      'reader.page_fit': 'toString',
      'reader.text_size': 301,
      'reader.double_tap': 'yes',
      'custom.other': 1,
    });
    expect(options).toMatchObject({ layout: 'double', fit: 'screen', fontSize: 100, doubleTap: true });
    expect(Object.keys(options)).toEqual(Object.keys(READING_OPTIONS));
  });
});

describe('the look of stored preferences', () => {
  it('holds only values that differ from the default', () => {
    expect(toLook({ 'ui.theme': 'system', 'ui.formats': 'xx', 'ui.motion': 3 })).toEqual({});
    expect(toLook({ 'ui.theme': 'black', 'ui.cover_size': 'small', 'ui.formats': 'de-DE' })).toEqual({
      theme: 'black',
      covers: 'small',
      formats: 'de-DE',
    });
    expect(getAppOption({ 'ui.language': 'nl' }, 'ui.language')).toBe('auto');
    expect(toLook({ 'ui.language': 'pt-BR' })).toEqual({ language: 'pt-BR' });
  });
});

describe('the local copy of the preferences', () => {
  const held = withChanges({ ...NO_PREFERENCES, owner: 'u' }, { a: 1, b: 2 }, 100);

  it('keeps undelivered changes over a server answer', () => {
    const answered = withAnswer(held, [preference('a', 9), preference('c', 3), preference('d', 4, false)], 101);
    expect(answered).toEqual({ owner: 'u', values: { a: 1, b: 2, c: 3 }, unsent: ['a', 'b'], changedAt: 100 });
    expect(pickUnsent(answered)).toEqual({ a: 1, b: 2 });
  });

  it('accepts server values for delivered changes', () => {
    const sent = withSent(held, { a: 1, b: 2 }, 200);
    expect(sent.unsent).toEqual([]);
    expect(withAnswer(sent, [preference('a', 9)], 201).values).toEqual({ a: 9 });
  });

  it('ignores an answer requested before a change was delivered', () => {
    const sent = withSent(held, { a: 1, b: 2 }, 200);
    expect(withAnswer(sent, [preference('a', 9)], 199)).toBe(sent);
  });

  it('sends a value again that changed during delivery', () => {
    const again = withChanges(held, { a: 7 }, 150);
    expect(withSent(again, { a: 1, b: 2 }, 200).unsent).toEqual(['a']);
  });

  it('sends a reset to the default', () => {
    const back = withChanges(withSent(held, { a: 1, b: 2 }, 200), { a: null }, 300);
    expect(back.values).toEqual({ b: 2 });
    expect(pickUnsent(back)).toEqual({ a: null });
    expect(withAnswer(back, [preference('a', 1)], 301).values).toEqual({});
    expect(withSent(back, { a: null }, 400).unsent).toEqual([]);
  });

  it('survives serialisation, and invalid stored data', () => {
    expect(parseLocalPreferences('u', JSON.parse(JSON.stringify(held)))).toEqual(held);
    for (const rubbish of [undefined, null, 'x', 1, { values: 3, unsent: [1] }]) {
      expect(parseLocalPreferences('u', rubbish)).toEqual({ owner: 'u', values: {}, unsent: [], changedAt: 0 });
    }
  });
});

describe('the choice for a series', () => {
  it('is read from the preference of an earlier release', () => {
    const values = { [seriesKey('a-b')]: { direction: 'rtl', layout: 'double', at: 1 } };
    expect(parseSeriesChoice(values, 'a-b')).toEqual({ direction: 'rtl', layout: 'double' });
    expect(parseSeriesChoice({ [seriesKey('a-b')]: { direction: 'up', layout: 3 } }, 'a-b')).toEqual({});
  });

  it('is kept as options of the series', () => {
    const choice = { direction: 'webtoon', layout: 'double-cover' } as const;
    expect(readSeriesChoice(toSeriesSettings(choice))).toEqual(choice);
    expect(toSeriesSettings({ layout: 'single' })).toEqual({ 'reader.page_layout': 'single' });
    expect(readSeriesChoice({ 'reader.reading_direction': 'auto', 'reader.page_fit': 'width' })).toEqual({});
  });
});
