import { describe, expect, it } from 'vitest';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import { placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { compileSeriesRules } from '#core/rules/naming/series-rules.ts';
import { compareFiles } from './compare-files.ts';

const newBook = (path: string, fields: Partial<KnownBook> = {}): KnownBook => ({
  id: path,
  seriesId: 's1',
  path,
  fileSize: 10,
  fileModifiedAt: 100,
  sidecars: null,
  deletedAt: null,
  binnedAt: null,
  missingSince: null,
  ...fields,
});

const rules = compileSeriesRules({ seriesStrategy: 'series_volume', seriesConfig: null });
const placeFile = (path: string) => placeInSeries(rules, { path });
const newFile = (path: string, size = 10, modifiedAt = 100) => ({ path, size, modifiedAt });

function compare(
  books: readonly KnownBook[],
  files: readonly ReturnType<typeof newFile>[],
  unreadable: readonly string[] = [],
) {
  const comparison = compareFiles({ placeFile, known: new Map(books.map((book) => [book.path, book])) });
  comparison.add(files);
  return comparison.finish(unreadable);
}

const paths = (items: readonly { readonly path: string }[]): string[] => items.map(({ path }) => path);

describe('compareFiles', () => {
  it('finds books beside which something else lies, and leaves those where that could not be looked at', () => {
    const comparison = compareFiles({
      placeFile,
      known: new Map(['came', 'went', 'same', 'unknown'].map((path) => [path, newBook(path, { sidecars: 'old' })])),
    });
    comparison.add([
      { ...newFile('came'), sidecars: 'new' },
      { ...newFile('went'), sidecars: null },
      { ...newFile('same'), sidecars: 'old' },
      newFile('unknown'),
    ]);
    const { besideChanged, changed } = comparison.finish([]);
    expect(besideChanged.map(({ book }) => book.id)).toEqual(['came', 'went']);
    expect(changed).toEqual([]);
  });

  it('finds nothing where nothing changed', () => {
    const { added, changed, restored, reappeared, missing } = compare([newBook('a/1.cbz')], [newFile('a/1.cbz')]);
    expect([added, changed, restored, reappeared, missing].flat()).toEqual([]);
  });

  it('tells new, changed and missing files apart', () => {
    const known = ['a/1.cbz', 'a/2.cbz', 'a/3.cbz', 'a/4.cbz'].map((path) => newBook(path));
    const found = [newFile('a/1.cbz'), newFile('a/2.cbz', 11), newFile('a/3.cbz', 10, 101), newFile('a/5.cbz')];
    const differences = compare(known, found);
    expect(paths(differences.added)).toEqual(['a/5.cbz']);
    expect(differences.changed.map(({ book }) => book.path)).toEqual(['a/2.cbz', 'a/3.cbz']);
    expect(paths(differences.missing)).toEqual(['a/4.cbz']);
    expect(differences.liveCount).toBe(4);
  });

  it('brings deleted books back, and leaves those that are still gone alone', () => {
    const known = [newBook('a/1.cbz', { deletedAt: 5 }), newBook('a/2.cbz', { deletedAt: 5 })];
    const differences = compare(known, [newFile('a/1.cbz', 12)]);
    expect(differences.restored).toMatchObject([{ book: { path: 'a/1.cbz' }, isChanged: true }]);
    expect(differences.missing).toEqual([]);
  });

  it('takes what lies below an unreadable folder for unknown, not for gone', () => {
    const known = ['a/b/1.cbz', 'a/c/2.cbz', 'ab/3.cbz', 'd.cbz'].map((path) => newBook(path));
    expect(paths(compare(known, [], ['a/b', 'd.cbz']).missing)).toEqual(['a/c/2.cbz', 'ab/3.cbz']);
    expect(compare(known, [], ['']).missing).toEqual([]);
  });

  it('neither judges nor misses a file that is left for the next round', () => {
    const comparison = compareFiles({ placeFile, known: new Map([['a/1.cbz', newBook('a/1.cbz')]]) });
    comparison.leave('a/1.cbz');
    comparison.leave('a/2.cbz');
    const differences = comparison.finish([]);
    expect(differences.missing).toEqual([]);
    expect(differences.added).toEqual([]);
  });

  it('groups again only on request', () => {
    const known = new Map([['a/1.cbz', newBook('a/1.cbz')]]);
    const comparison = compareFiles({ placeFile, known, groupOf: new Map([['s1', 'elsewhere']]) });
    comparison.add([newFile('a/1.cbz')]);
    expect(comparison.finish([]).regrouped.map(({ book }) => book.path)).toEqual(['a/1.cbz']);
    expect(compare([newBook('a/1.cbz')], [newFile('a/1.cbz')]).regrouped).toEqual([]);
  });
});
