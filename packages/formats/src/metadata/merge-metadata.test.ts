import { describe, expect, it } from 'vitest';
import { mergeMetadata } from './merge-metadata.ts';

describe('mergeMetadata', () => {
  it('takes each field from the first document that has it, and names only those that gave something', () => {
    expect(
      mergeMetadata([
        { title: 'A', sources: ['one'] },
        { sources: [] },
        { title: 'B', series: 'S', sources: ['two'] },
        { title: 'C', series: 'T', sources: ['three'] },
        { imprint: 'I', sources: ['four'] },
      ]),
    ).toEqual({
      title: 'A',
      series: 'S',
      imprint: 'I',
      sources: ['one', 'two', 'four'],
      origins: { title: 'one', series: 'two', imprint: 'four' },
    });
  });

  it('never mixes dates, nor number and chapter', () => {
    expect(
      mergeMetadata([
        { year: 2001, number: '½', sources: ['one'] },
        { year: 1990, month: 5, day: 3, number: '7', chapter: 7, sources: ['two'] },
      ]),
    ).toEqual({ year: 2001, number: '½', sources: ['one'] });
  });

  it('remembers the origin of what was merged before', () => {
    const inside = mergeMetadata([
      { title: 'A', sources: ['one'] },
      { title: 'B', series: 'S', sources: ['two'] },
    ]);
    expect(mergeMetadata([{ title: 'C', sources: ['beside'] }, inside])).toEqual({
      title: 'C',
      series: 'S',
      sources: ['beside', 'two'],
      origins: { title: 'beside', series: 'two' },
    });
  });

  it('says nothing about nothing', () => {
    expect(mergeMetadata([])).toEqual({ sources: [] });
  });
});
