import { describe, expect, it } from 'vitest';
import { isOwned } from './is-owned.ts';
import { mergeSpans } from './spans.ts';
import { readTitle } from './read-item.ts';
import { createTitleIndex, toAmbiguousMatch } from './title-index.ts';

const span = (start: number, end = start) => [{ start, end }];

describe('readTitle', () => {
  it.each([
    ['[Group] Saga v02 (2020) (Digital).cbz', ['Saga'], span(2), null],
    ['Saga v01-03', ['Saga'], span(1, 3), null],
    ['Saga Vol. 1 - Vol. 12 [Complete]', ['Saga'], span(1, 12), null],
    ['Saga c010-012.5', ['Saga'], null, span(10, 12.5)],
    ['Saga v15 - c126 (2023)', ['Saga'], span(15), span(126)],
    ['Saga Chapter 7', ['Saga'], null, span(7)],
    ['Saga #12', ['Saga'], null, span(12)],
    ['20th Century Boys v01', ['20th Century Boys'], span(1), null],
    ['Shingeki no Kyojin / Attack on Titan v34', ['Shingeki no Kyojin', 'Attack on Titan'], span(34), null],
    ['ワンピース 第105巻', ['ワンピース'], span(105), null],
    ['Saga 044 (2020)', ['Saga'], null, span(44)],
    ['Saga', ['Saga'], null, null],
    ['Chapter 7', [], null, span(7)],
  ])('reads %s', (text, titles, volumes, chapters) => {
    expect(readTitle(text)).toMatchObject({ titles, volumes, chapters });
  });

  it('comes to an end with a title that was made to be slow', () => {
    for (const text of ['('.repeat(2_000), 'v '.repeat(1_000), '[[['.repeat(600)]) {
      expect(readTitle(text)).toMatchObject({ volumes: null, chapters: null });
    }
  });
});

describe('a title index', () => {
  const series = (id: string, title: string) => ({ id, libraryId: 'l', name: title, title, titleSort: null });
  const index = createTitleIndex({
    series: [series('a', 'Saga'), series('b', 'Pokémon'), series('c', 'Twins'), series('d', 'twins!')],
    alternates: [{ seriesId: 'a', name: 'サーガ' }],
    aliases: [{ id: '1', seriesId: 'b', alias: 'PKMN', normalized: 'pkmn', source: 'manual', createdAt: 0 }],
  });
  it.each([
    ['SAGA v01', 'a', 0.98],
    ['サーガ 第1巻', 'a', 0.93],
    ['pokemon c5', 'b', 0.98],
    ['PKMN c5', 'b', 1],
    ['Saga', 'a', 0.68],
    ['Saga 5', 'a', 0.88],
    ['Saga Deluxe v01', 'a', 0.6],
    ['Twins v01', 'c', 0.98],
    ['Unknown v01', undefined, undefined],
  ])('finds the series of %s', (text, seriesId, confidence) => {
    const found = index.find(readTitle(text));
    expect([found?.seriesId, found?.confidence]).toEqual([seriesId, confidence]);
  });

  it('tells all series that a name may mean, and none where only one does', () => {
    const found = index.find(readTitle('Twins v01'));
    expect(found?.candidates.map(({ seriesId }) => seriesId)).toEqual(['c', 'd']);
    expect(found === undefined ? undefined : toAmbiguousMatch(found)).toMatchObject({
      ...{ confidence: 0.68, matchedBy: 'The title is the title of the series: "Twins"; other series have that name' },
    });
    expect(index.find(readTitle('Saga v01'))?.candidates).toEqual([]);
  });
});

describe('isOwned', () => {
  const book = (volume: number | null, chapter: number | null = null) => ({ volume, chapter });
  it('wants every volume and chapter to be there', () => {
    const volumes = (start: number, end = start) => ({ volumes: span(start, end), chapters: null });
    const chapters = (start: number, end = start) => ({ volumes: null, chapters: span(start, end) });
    expect(isOwned(volumes(1, 2), [book(1), book(2)])).toBe(true);
    expect(isOwned(volumes(1, 3), [book(1), book(2)])).toBe(false);
    // A chapter of a volume is not the volume.
    expect(isOwned(volumes(1), [book(1, 5)])).toBe(false);
    expect(isOwned(volumes(2), [book(null), book(null)])).toBe(true);
    expect(isOwned(chapters(5, 6.5), [book(null, 5), book(1, 6)])).toBe(false);
    expect(isOwned(chapters(5, 6.5), [book(null, 5), book(1, 6), book(1, 6.5)])).toBe(true);
    expect(isOwned(chapters(3), [book(1)], { '1': { start: 1, end: 6 } })).toBe(true);
    expect(isOwned({ volumes: span(1), chapters: span(5) }, [book(1, 5)])).toBe(true);
    expect(isOwned({ volumes: span(1), chapters: span(5) }, [book(2, 5)])).toBe(false);
    expect(isOwned({ volumes: null, chapters: null }, [book(1)])).toBe(false);
    expect(isOwned(chapters(1, 1e9), [book(null, 1)])).toBe(false);
  });
});

describe('mergeSpans', () => {
  it('turns, sorts and joins', () => {
    expect(mergeSpans([...span(5, 4), ...span(1, 2), ...span(2, 3)])).toEqual([...span(1, 3), ...span(4, 5)]);
    expect(mergeSpans([])).toBeNull();
  });
});
