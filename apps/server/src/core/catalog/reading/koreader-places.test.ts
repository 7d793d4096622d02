import { describe, expect, it } from 'vitest';
import { readPlace, toKoreaderPlace } from './koreader-place.ts';
import type { Shape } from './find-document.ts';

const chapters = [2, 5, 3].map((positions, index) => ({
  path: `OPS/c${String(index + 1)}.xhtml`,
  mediaType: 'application/xhtml+xml',
  positions,
}));
const text: Shape = { layout: 'reflowable', pageCount: 10, chapters };
const comic: Shape = { layout: 'pages', pageCount: 20, chapters: undefined };
const pictures: Shape = { layout: 'pages', pageCount: 3, chapters };
const toHref = (path: string): string => `/r/${path}`;

describe('readPlace()', () => {
  it.each([
    ['7', 0.35, 7],
    ['0', 0, 1],
    ['900', 1, 20],
    ['/body/DocFragment[2]', 0.5, 10],
    ['', 0.5, 10],
  ])('takes "%s" of a comic at %d for page %d', (progress, percentage, page) => {
    expect(readPlace({ progress, percentage }, comic, toHref)).toEqual({ page, percentage: null, locator: null });
  });

  it.each([
    ['/body/DocFragment[2]/body/div/p[3]/text().0', 0.3, 2, 4, 0.2],
    ['/body/DocFragment[2].0', 0.2, 2, 3, 0],
    ['/body/DocFragment[3]/body', 0.999, 3, 10, 0.9966],
    // The chapter is sure, the share is not.
    ['/body/DocFragment[3]/body', 0.1, 3, 8, 0],
    ['/body/DocFragment[1]/body', 0.9, 1, 2, 1],
    // The only document bears no number.
    ['/body/DocFragment/body/p', 0.05, 1, 1, 0.25],
    // No document of this book: the share says where.
    ['/body/DocFragment[99]/body', 0.45, 2, 5, 0.5],
    ['epubcfi(/6/4!/4/2)', 1, 3, 10, 1],
    ['12', 0.71, 3, 8, 0.0333],
  ])('takes "%s" of a text at %d for chapter %d, position %d', (progress, percentage, ...expected) => {
    const [chapter, position, inside] = expected;
    const { page, locator, ...place } = readPlace({ progress, percentage }, text, toHref);
    expect([page, place.percentage]).toEqual([position, percentage]);
    expect(locator).toMatchObject({
      href: `/r/OPS/c${String(chapter)}.xhtml`,
      type: 'application/xhtml+xml',
      locations: { position, totalProgression: percentage },
    });
    expect(locator?.locations.progression).toBeCloseTo(inside, 3);
  });

  it('finds the page of a comic in an EPUB by its document', () => {
    expect(readPlace({ progress: '/body/DocFragment[2]/body', percentage: 0.9 }, pictures, toHref).page).toBe(2);
    const uneven = { ...pictures, pageCount: 30 };
    expect(readPlace({ progress: '/body/DocFragment[2]/body', percentage: 0.5 }, uneven, toHref).page).toBe(15);
  });
});

describe('tellPlace()', () => {
  const at = (currentPage: number, more: object = {}) => ({
    currentPage,
    completed: false,
    progressPercentage: null,
    ...more,
  });

  it('tells the page of a comic and its share', () => {
    expect(toKoreaderPlace(at(5), comic)).toEqual({ progress: '5', percentage: 0.25 });
    expect(toKoreaderPlace(at(99, { completed: true }), comic)).toEqual({ progress: '20', percentage: 1 });
  });

  it('tells the start of the chapter of a text, and the share that was read', () => {
    const fragment = (index: number) => `/body/DocFragment[${String(index)}].0`;
    expect(toKoreaderPlace(at(4, { progressPercentage: 0.33 }), text)).toEqual({
      progress: fragment(2),
      percentage: 0.33,
    });
    expect(toKoreaderPlace(at(3), text)).toEqual({ progress: fragment(2), percentage: 0.2 });
    expect(toKoreaderPlace(at(10, { completed: true, progressPercentage: 0.99 }), text)).toEqual({
      progress: fragment(3),
      percentage: 1,
    });
    // What a locator names goes before what the page says, which may be that of another edition of the list of positions.
    const locator = { href: '/api/v1/books/x/resources/OPS/c3.xhtml#top', locations: { position: 1 } };
    expect(toKoreaderPlace(at(1, { progressPercentage: 0.8, locator }), text)).toEqual({
      progress: fragment(3),
      percentage: 0.8,
    });
    for (const odd of [{ href: 5 }, { href: '%zz' }, {}]) {
      expect(toKoreaderPlace(at(8, { locator: odd }), text).progress).toBe(fragment(3));
    }
  });

  it('is understood by readPlace() as the same chapter', () => {
    for (let page = 1; page <= 10; page += 1) {
      const told = toKoreaderPlace(at(page, { progressPercentage: (page - 1) / 10 }), text);
      expect(readPlace(told, text, toHref).page).toBe(page);
    }
    for (let page = 1; page <= 20; page += 1) {
      expect(readPlace(toKoreaderPlace(at(page), comic), comic, toHref).page).toBe(page);
    }
    for (let page = 1; page <= 3; page += 1) {
      expect(readPlace(toKoreaderPlace(at(page), pictures), pictures, toHref).page).toBe(page);
    }
  });
});
