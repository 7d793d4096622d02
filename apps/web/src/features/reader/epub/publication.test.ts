import { describe, expect, it } from 'vitest';
import { toTextLocator, placeAtPosition, parsePlace, getPosition, getTotalProgression } from './locate.ts';
import { findHeading, readPublication, resolveTarget } from './publication.ts';

const BASE = 'http://library.test/api/v1/books/b1/manifest';
const resource = (name: string) => `/api/v1/books/b1/resources/OPS/${name}`;
const link = (name: string) => ({ href: resource(name), type: 'application/xhtml+xml' });

const book = readPublication(
  {
    metadata: { title: 'Moby Dick', readingProgression: 'ltr' },
    links: [],
    readingOrder: [link('cover.xhtml'), link('c%201.xhtml'), link('c2.xhtml'), link('notes.xhtml')],
    toc: [
      { href: resource('c%201.xhtml'), title: 'Loomings' },
      {
        href: '#',
        title: 'Part two',
        children: [{ href: resource('c2.xhtml#s%C3%A9'), title: 'The bag', children: 'none' }, { title: 7 }],
      },
      { href: 'https://elsewhere.test/x', title: 'Elsewhere' },
    ],
  },
  {
    total: 10,
    positions: ['cover.xhtml', 'c%201.xhtml', 'c%201.xhtml', 'c%201.xhtml', 'c%201.xhtml', 'c2.xhtml'].map((name) => ({
      ...link(name),
      locations: { progression: 0, position: 1, totalProgression: 0 },
    })),
  },
  BASE,
);

describe('readPublication', () => {
  it('counts the positions of every chapter, at least one', () => {
    expect(book.chapters.map(({ start, positions }) => [start, positions])).toEqual([
      [0, 1],
      [1, 4],
      [5, 1],
      [6, 1],
    ]);
    expect(book.total).toBe(7);
  });

  it('flattens the table of contents and resolves its targets', () => {
    expect(book.toc).toEqual([
      { title: 'Loomings', depth: 0, target: { chapter: 1, fragment: '' } },
      { title: 'Part two', depth: 0, target: undefined },
      { title: 'The bag', depth: 1, target: { chapter: 2, fragment: 'sé' } },
      { title: 'Elsewhere', depth: 0, target: undefined },
    ]);
  });

  it('names a chapter by the nearest heading before it', () => {
    expect([0, 1, 3].map((chapter) => findHeading(book, chapter))).toEqual([undefined, 'Loomings', 'The bag']);
  });
});

describe('the target of a link', () => {
  const base = `http://library.test${resource('c2.xhtml')}`;

  it('is a place in another chapter', () => {
    expect(resolveTarget(book.chapters, 'notes.xhtml#n1', base)).toEqual({ chapter: 3, fragment: 'n1' });
    expect(resolveTarget(book.chapters, '#%', base)).toEqual({ chapter: 2, fragment: '%' });
  });

  it('is undefined outside of the book', () => {
    expect(resolveTarget(book.chapters, 'https://elsewhere.test/notes.xhtml', base)).toBeUndefined();
    expect(resolveTarget(book.chapters, 'picture.png', base)).toBeUndefined();
    expect(resolveTarget(book.chapters, 'http://', base)).toBeUndefined();
  });
});

describe('places', () => {
  it('have a position and a share of the book', () => {
    expect(getPosition(book, { chapter: 1, progression: 0.5 })).toBe(4);
    expect(getPosition(book, { chapter: 1, progression: 1 })).toBe(5);
    expect(getTotalProgression(book, { chapter: 1, progression: 0.5 })).toBeCloseTo(3 / 7);
    expect(getTotalProgression(book, { chapter: 3, progression: 1 })).toBe(1);
  });

  it('round-trip through positions', () => {
    for (let position = 1; position <= 7; position += 1) {
      expect(getPosition(book, placeAtPosition(book, position))).toBe(position);
    }
    expect(placeAtPosition(book, 99)).toEqual({ chapter: 3, progression: 0 });
    expect(placeAtPosition(book, -1)).toEqual({ chapter: 0, progression: 0 });
  });

  it('round-trip through locators', () => {
    const place = { chapter: 1, progression: 0.37 };
    expect(parsePlace(book, JSON.parse(JSON.stringify(toTextLocator(book, place))))).toEqual(place);
  });
});

describe('placeOfLocator', () => {
  it('understands locators of other readers', () => {
    expect(parsePlace(book, { href: 'OPS/c2.xhtml', locations: { progression: 0.2 } })).toEqual({
      chapter: 2,
      progression: 0.2,
    });
    expect(parsePlace(book, { href: 'gone.xhtml', locations: { totalProgression: 0.5 } })).toEqual({
      chapter: 1,
      progression: 0.75 - 0.25,
    });
    expect(parsePlace(book, { locations: { position: 6 } })).toEqual({ chapter: 2, progression: 0 });
    expect(parsePlace(book, { href: resource('notes.xhtml') })).toEqual({ chapter: 3, progression: 0 });
  });

  it('is undefined for an unusable locator', () => {
    expect(
      [undefined, null, 'x', {}, { locations: { position: 'x' } }].map((value) => parsePlace(book, value)),
    ).toEqual(Array(5).fill(undefined));
  });
});
