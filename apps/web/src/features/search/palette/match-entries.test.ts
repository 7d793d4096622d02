import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './entry.ts';
import { matchEntries } from './match-entries.ts';

function entry(id: string, group: PaletteEntry['group'], more: Partial<PaletteEntry> = {}): PaletteEntry {
  return { id, group, label: id, icon: 'book', run: () => undefined, ...more };
}

const ENTRIES = [
  entry('Statistics', 'pages'),
  entry('Backups', 'pages', { detail: 'Manage · Server' }),
  entry('Préférences', 'pages'),
  entry('Резервные копии', 'pages'),
  entry('ライブラリを検索', 'pages'),
  entry('Theme: Dark', 'commands'),
  entry('Scan all libraries', 'commands'),
  entry('Backups to keep', 'settings', { words: 'How many good scheduled backups are kept.' }),
  entry('Time in the trash', 'settings', { words: 'How long files of deleted books stay before they are gone.' }),
];

function find(typed: string, recent: readonly string[] = []): readonly string[] {
  return matchEntries(ENTRIES, typed, recent).flatMap(({ entries }) => entries.map(({ id }) => id));
}

describe('matchEntries', () => {
  it.each([
    ['stats', 'Statistics'],
    ['bakups', 'Backups'],
    ['scan lib', 'Scan all libraries'],
    ['libraries scan', 'Scan all libraries'],
    ['dark', 'Theme: Dark'],
    ['server backups', 'Backups'],
    ['preferences', 'Préférences'],
    ['резерв', 'Резервные копии'],
    ['検索', 'ライブラリを検索'],
    ['deleted books', 'Time in the trash'],
  ])('finds by “%s” first of all “%s”', (typed, first) => {
    expect(find(typed)[0]).toBe(first);
  });

  it('finds nothing where letters only happen to stand in this order', () => {
    expect(find('zebra')).toEqual([]);
    expect(find('hmgsbak')).toEqual([]);
  });

  it('puts a label before other words, and a recent choice before its like', () => {
    expect(find('backups').slice(0, 2)).toEqual(['Backups', 'Backups to keep']);
    expect(find('backups', ['Backups to keep'])[0]).toBe('Backups to keep');
  });

  it('offers recent choices first while nothing is typed, then each group in its order', () => {
    const groups = matchEntries(ENTRIES, ' ', ['Theme: Dark', 'gone']);
    expect(groups.map(({ key }) => key)).toEqual(['recent', 'pages', 'commands', 'settings']);
    expect(groups[0]?.entries.map(({ id }) => id)).toEqual(['Theme: Dark']);
    expect(groups[2]?.entries.map(({ id }) => id)).toEqual(['Scan all libraries']);
  });

  it('offers at most eight of a group while nothing is typed', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry(String(index), 'libraries'));
    expect(matchEntries(many, '', [])[0]?.entries).toHaveLength(8);
  });

  it('offers one of many alike only once something is typed, or as a recent choice', () => {
    const themes = ['Dark', 'Light'].map((theme) => entry(`Theme: ${theme}`, 'commands', { isOnlyFound: true }));
    const offered = (typed: string, recent: readonly string[] = []) =>
      matchEntries([...themes, entry('Sign out', 'commands')], typed, recent).flatMap(({ entries }) =>
        entries.map(({ id }) => id),
      );
    expect(offered('')).toEqual(['Sign out']);
    expect(offered('', ['Theme: Light'])).toEqual(['Theme: Light', 'Sign out']);
    expect(offered('theme')).toEqual(['Theme: Dark', 'Theme: Light']);
  });

  it('keeps likes in their order, so that those of many libraries leave room for the rest', () => {
    const preference = entry('preference', 'settings', { label: 'Language' });
    const ofLibraries = Array.from({ length: 30 }, (_, index) =>
      entry(String(index), 'settings', { label: 'Language', detail: `Library ${index}` }),
    );
    const [found] = matchEntries([preference, ...ofLibraries], 'language', []);
    expect(found?.entries.map(({ id }) => id)).toEqual([
      'preference',
      ...Array.from({ length: 23 }, (_, id) => `${id}`),
    ]);
  });
});
