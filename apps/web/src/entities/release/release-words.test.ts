import { describe, expect, it } from 'vitest';
import {
  findDoubt,
  haveWords,
  holdsWords,
  languageWords,
  mergeSpans,
  outWords,
  safeAddress,
  getReleaseTitle,
} from './release-words.ts';

const span = (start: number, end = start) => ({ start, end });

describe('the text of a release', () => {
  it.each([
    [{ volumes: [span(13)], chapters: null }, 'Volume 13'],
    [{ volumes: [span(1, 3)], chapters: null }, 'Volumes 1–3'],
    [{ volumes: null, chapters: [span(12.5)] }, 'Chapter 12.5'],
    [{ volumes: [span(2)], chapters: [span(10, 14), span(20)] }, 'Volume 2, Chapters 10–14 and 20'],
    [{ volumes: null, chapters: null }, undefined],
    [{ volumes: [], chapters: [] }, undefined],
  ])('%o is %s', (release, words) => expect(holdsWords(release)).toBe(words));

  it("uses the source's title, else its numbers, else its series", () => {
    const release = { metadata: {}, volumes: [span(2)], chapters: null, seriesTitle: 'Saga' };
    expect(getReleaseTitle({ ...release, metadata: { title: '[Group] Saga v02' } })).toBe('[Group] Saga v02');
    expect(getReleaseTitle({ ...release, metadata: { title: ' ' } })).toBe('Volume 2');
    expect(getReleaseTitle({ ...release, volumes: null })).toBe('Saga');
  });
});

describe('the range of owned volumes', () => {
  it.each([
    [{ localMaxVolume: 12, volumesOwned: 12, localMaxChapter: null }, 'You have: Volumes 1–12'],
    [{ localMaxVolume: 1, volumesOwned: 1 }, 'You have: Volume 1'],
    [{ localMaxVolume: 12, volumesOwned: 10 }, 'You have: 10 volumes, up to 12'],
    [{ localMaxVolume: 3, volumesOwned: 3, localMaxChapter: 40.5 }, 'You have: Volumes 1–3, Chapters up to 40.5'],
    [{ localMaxVolume: null, localMaxChapter: null, volumesOwned: 0 }, undefined],
    [{}, undefined],
  ])('%o: %s', (owned, words) => expect(haveWords(owned)).toBe(words));

  it('merges new releases into as few spans as possible', () => {
    expect(mergeSpans([span(15), span(13), span(14, 16), span(20)])).toEqual([span(13, 16), span(20)]);
    const releases = [
      { volumes: [span(14)], chapters: null },
      { volumes: [span(13)], chapters: [span(101)] },
    ];
    expect(outWords(releases)).toBe('New: Volumes 13–14, Chapter 101');
    expect(outWords([{ volumes: null, chapters: null }])).toBeUndefined();
  });
});

describe('a release', () => {
  it('names its language', () => {
    expect(['en', 'pt-BR', '', '!'].map(languageWords)).toEqual(['English', 'Brazilian Portuguese', 'Unknown', '!']);
  });

  it('explains an uncertain match', () => {
    expect(findDoubt({ confidence: 0.98, matchedBy: 'the title' })).toBeUndefined();
    expect(findDoubt({ confidence: 0.7, matchedBy: 'the title is longer' })).toBe(
      'Uncertain match: the title is longer',
    );
  });

  it('links only to web addresses', () => {
    expect(safeAddress('https://feeds.example/1')).toBe('https://feeds.example/1');
    expect(safeAddress('magnet:?xt=urn:btih:1')).toBe('magnet:?xt=urn:btih:1');
    expect(['javascript:alert(1)', 'no address', null].map(safeAddress)).toEqual([undefined, undefined, undefined]);
  });
});
