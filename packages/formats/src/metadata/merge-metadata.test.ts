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
    ).toEqual({ title: 'A', series: 'S', imprint: 'I', sources: ['one', 'two', 'four'] });
  });

  it('never mixes dates, nor number and chapter', () => {
    expect(
      mergeMetadata([
        { year: 2001, number: '½', sources: ['one'] },
        { year: 1990, month: 5, day: 3, number: '7', chapter: 7, sources: ['two'] },
      ]),
    ).toEqual({ year: 2001, number: '½', sources: ['one'] });
  });

  it('says nothing about nothing', () => {
    expect(mergeMetadata([])).toEqual({ sources: [] });
  });
});
