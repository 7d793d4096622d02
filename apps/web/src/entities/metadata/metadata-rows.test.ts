import { BOOK_FIELDS, SERIES_FIELDS } from '@lectern/contract/metadata-fields';
import { describe, expect, it } from 'vitest';
import type { Values } from './draft.ts';
import { listFields, type Kind } from './fields.ts';
import { metadataRows } from './metadata-rows.ts';

describe('metadataRows', () => {
  it('omits empty fields', () => {
    expect(metadataRows('book', {})).toEqual([]);
    expect(metadataRows('book', { subtitle: '', genres: [], authors: [], manga: null })).toEqual([]);
  });

  it('lists each person once and spells the language out', () => {
    const values: Values = {
      authors: [
        { name: 'Ada', role: 'writer', sortName: null },
        { name: 'Ada', role: 'author', sortName: null },
        { name: 'Bo', role: 'author', sortName: null },
      ],
      languageIso: 'fr',
    };
    expect(metadataRows('book', values)).toEqual([
      { label: 'Language', names: ['French'] },
      { label: 'Author', names: ['Bo'], credit: 'person' },
      { label: 'Writer', names: ['Ada'], credit: 'person' },
    ]);
    expect(metadataRows('series', values)).toEqual([{ label: 'Creators', names: ['Ada', 'Bo'], credit: 'person' }]);
  });

  it('takes no contributor for an author', () => {
    const authors = [
      { name: 'calibre', role: 'contributor', sortName: null },
      { name: 'Ada', role: 'author', sortName: null },
      { name: 'Ada', role: 'contributor', sortName: null },
    ];
    expect(metadataRows('book', { authors })).toEqual([
      { label: 'Author', names: ['Ada'], credit: 'person' },
      { label: 'Contributor', names: ['calibre'], credit: 'person' },
    ]);
  });

  it('omits subjects that repeat the genres', () => {
    const genres = ['Crime', 'Noir'];
    expect(metadataRows('book', { genres, subjects: genres })).toEqual([
      { label: 'Genres', names: genres, filter: 'genre' },
    ]);
    expect(metadataRows('book', { genres, subjects: ['Harbour'] })).toHaveLength(2);
  });

  it('keeps an unknown language code', () => {
    expect(metadataRows('book', { languageIso: '!!' })).toEqual([{ label: 'Language', names: ['!!'] }]);
  });

  it('shows choices, flags and external ids as text', () => {
    const values: Values = {
      bookType: 'graphic_novel',
      manga: false,
      formatDetail: 'Hardcover',
      externalLinks: [
        { sourceName: 'gcd', url: 'https://comics.org/1', externalId: null },
        { sourceName: 'bad', url: 'javascript:alert(1)', externalId: null },
      ],
      externalIds: [{ source: 'gcd', externalId: '1', externalUrl: null }],
    };
    expect(metadataRows('book', values)).toEqual([
      { label: 'Book type', names: ['Graphic novel'] },
      { label: 'Manga', names: ['No'] },
      { label: 'Format', names: ['Hardcover'] },
      { label: 'Links', names: ['gcd'], links: [{ name: 'gcd', url: 'https://comics.org/1' }] },
      { label: 'External IDs', names: ['gcd 1'] },
    ]);
  });

  it.each<[Kind, object]>([
    ['book', BOOK_FIELDS],
    ['series', SERIES_FIELDS],
  ])('shows every field of a %s that the page header lacks', (kind, table) => {
    const sample = { names: ['x'], people: [{ name: 'x', role: 'author' }], flag: true, whole: 1, decimal: 1 };
    const lists = {
      links: [{ sourceName: 'x', url: 'https://y' }],
      ids: [{ source: 'x' }],
      ratings: [{}],
      titles: [{}],
      awards: [{}],
    };
    const samples: Readonly<Record<string, unknown>> = { ...sample, ...lists, json: { x: 1 } };
    for (const { name, family, shown, label } of listFields(kind)) {
      const rows = metadataRows(kind, { [name]: samples[family] ?? 'x' } as Values);
      const expected = family === 'people' && kind === 'book' ? 'Author' : label;
      expect(
        rows.map((row) => row.label),
        name,
      ).toEqual(shown === 'row' ? [expected] : []);
    }
    expect(listFields(kind).map(({ name }) => name)).toEqual(Object.keys(table));
  });
});
