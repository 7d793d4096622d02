import { describe, expect, it } from 'vitest';
import { mayBeSidecar, planSidecars } from './sidecars.ts';

function planBooks(books: readonly string[], others: readonly string[]) {
  return Object.fromEntries(planSidecars(books, others).books);
}

describe('planSidecars', () => {
  it('gives each book the files of its name', () => {
    const others = ['One.opf', 'One.jpg', 'two.PNG', 'three.jpg'];
    expect(planBooks(['One.cbz', 'Two.cbr'], others)).toEqual({
      'One.cbz': { opf: 'One.opf', cover: 'One.jpg' },
      'Two.cbr': { cover: 'two.PNG' },
    });
  });

  it('gives the series what speaks of the whole folder', () => {
    const others = ['Series.JSON', 'poster.png', 'folder.webp', 'banner.jpg'];
    const plan = planSidecars(['1.cbz', '2.cbz'], others);
    expect(plan.folder).toEqual({ seriesJson: 'Series.JSON', cover: 'folder.webp' });
    expect(plan.books.size).toBe(0);
  });

  it('knows the folder that calibre keeps for a book in several formats', () => {
    const names = ['Dune - Frank Herbert.epub', 'Dune - Frank Herbert.pdf'];
    const both = { opf: 'metadata.opf', cover: 'cover.jpg' };
    expect(planBooks(names, ['metadata.opf', 'cover.jpg'])).toEqual({
      'Dune - Frank Herbert.epub': both,
      'Dune - Frank Herbert.pdf': both,
    });
    expect(planBooks(['1.epub', '2.epub'], ['metadata.opf', 'cover.jpg'])).toEqual({});
    expect(planBooks(['1.epub'], ['cover.jpg'])).toEqual({});
  });

  it('prefers what bears the name of the book', () => {
    const others = ['metadata.opf', 'Dune.opf', 'cover.jpg', 'Dune.jpeg', 'Dune.png'];
    expect(planBooks(['Dune.epub'], others)).toEqual({ 'Dune.epub': { opf: 'Dune.opf', cover: 'Dune.jpeg' } });
  });

  it('chooses the same of two names that differ in case only, however they are listed', () => {
    for (const others of [
      ['cover.jpg', 'COVER.jpg'],
      ['COVER.jpg', 'cover.jpg'],
    ]) {
      expect(planSidecars([], others).folder).toEqual({ cover: 'COVER.jpg' });
    }
  });

  it('takes accents for the same however they are written', () => {
    expect(planBooks(['Am\u{e9}lie.cbz'], ['Ame\u{301}lie.jpg'])).toEqual({
      'Am\u{e9}lie.cbz': { cover: 'Ame\u{301}lie.jpg' },
    });
  });
});

describe('mayBeSidecar', () => {
  it.each(['series.json', 'METADATA.OPF', 'cover.webp', 'Saga 1.jpeg'])('keeps %s', (name) => {
    expect(mayBeSidecar(name)).toBe(true);
  });

  it.each(['other.json', 'ComicInfo.xml', 'cover.gif', 'series.json.bak'])('leaves %s', (name) => {
    expect(mayBeSidecar(name)).toBe(false);
  });
});
