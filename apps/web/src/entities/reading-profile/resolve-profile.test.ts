import type { ReadingProfile, ReadingProfiles } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { applyChange, isReplaced, type ProfileChange } from './apply-change.ts';
import { getTargets, resolveProfile } from './resolve-profile.ts';

const profile = (id: ReadingProfile['id']): ReadingProfile => ({
  id,
  name: null,
  base: 'comic',
  settings: { 'reader.page_fit': 'width' },
  seriesCount: 0,
  updatedAt: null,
});
const EMPTY: ReadingProfiles = {
  profiles: [profile('comic'), profile('manga'), profile('webtoon'), profile('book')],
  choices: [],
};
const targets = getTargets({ seriesId: 's', libraryId: 'l', fileFormat: 'cbz' });

function choose(...chosen: readonly (readonly ['series' | 'library' | 'format' | 'all', string, string])[]) {
  const changes = chosen.map(
    ([scope, targetId, profileId]) => ({ kind: 'choice', scope, targetId, profileId }) as const,
  );
  return changes.reduce(applyChange, EMPTY);
}

describe('the profile of a book', () => {
  it('is that of its series, else its library, else its format, else all books', () => {
    const all = [
      ['all', '', 'book'],
      ['format', 'comic', 'webtoon'],
      ['library', 'l', 'manga'],
      ['series', 's', 'comic'],
    ] as const;
    const found = all.map((_, index) => resolveProfile(choose(...all.slice(0, index + 1)), targets));
    expect(found.map((inUse) => `${inUse?.profile.id} for ${inUse?.scope}`)).toEqual([
      'book for all',
      'webtoon for format',
      'manga for library',
      'comic for series',
    ]);
  });

  it('is none without a choice, or when its profile is unknown', () => {
    expect(resolveProfile(EMPTY, targets)).toBeUndefined();
    const other = choose(['series', 'another', 'manga'], ['library', 'l', 'deleted'], ['format', 'ebook', 'book']);
    expect(resolveProfile(other, targets)).toBeUndefined();
  });
});

describe('a change on its way', () => {
  it('adds and removes options of a profile', () => {
    const settings = { 'reader.page_fit': null, 'reader.brightness': 60 };
    const after = applyChange(EMPTY, { kind: 'profile', id: 'manga', name: 'Mine', settings });
    expect(after.profiles[1]).toMatchObject({ name: 'Mine', settings: { 'reader.brightness': 60 } });
    expect(after.profiles[0]).toEqual(EMPTY.profiles[0]);
  });

  it('keeps the profile of a series when its options change, and the other way round', () => {
    const series = { kind: 'choice', scope: 'series', targetId: 's' } as const;
    const settings = { 'reader.reading_direction': 'rtl' };
    const both = applyChange(choose(['series', 's', 'manga']), { ...series, settings });
    expect(both.choices).toEqual([{ scope: 'series', targetId: 's', profileId: 'manga', settings }]);
    expect(applyChange(both, { ...series, settings: null }).choices[0]).toMatchObject({
      profileId: 'manga',
      settings: {},
    });
  });

  it('replaces an earlier one that it covers, and no other', () => {
    const slide = (settings: Record<string, number>): ProfileChange => ({ kind: 'profile', id: 'manga', settings });
    expect(isReplaced(slide({ a: 2 }), slide({ a: 1 }))).toBe(true);
    expect(isReplaced(slide({ b: 2 }), slide({ a: 1 }))).toBe(false);
    expect(isReplaced({ kind: 'profile', id: 'comic', settings: { a: 2 } }, slide({ a: 1 }))).toBe(false);
    const series = { kind: 'choice', scope: 'series', targetId: 's' } as const;
    expect(isReplaced({ ...series, settings: null }, { ...series, settings: { a: 1 } })).toBe(true);
    expect(isReplaced({ ...series, settings: { a: 1 } }, { ...series, settings: null })).toBe(false);
    expect(isReplaced({ ...series, settings: null }, { ...series, profileId: 'manga' })).toBe(false);
  });
});
