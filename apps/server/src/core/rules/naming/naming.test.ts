import { describe, expect, it } from 'vitest';
import { compileBookTitleRules } from './book-title-rules.ts';
import { cleanTitle, compileTitleRules } from './title-rules.ts';
import { compilePattern } from '../text/pattern.ts';
import { type PlacedFile, placeInSeries } from './place-in-series.ts';
import { readsMetadata, compileSeriesRules } from './series-rules.ts';
import { titleBook } from './title-book.ts';

function makeRules(seriesStrategy: string, config?: object) {
  return compileSeriesRules({ seriesStrategy, seriesConfig: config === undefined ? null : JSON.stringify(config) });
}

describe('placeInSeries', () => {
  it.each([
    ['series_volume', 'Batman/issue1.cbz', 'Batman', 'Batman'],
    ['series_volume', 'Batman/Year One/issue1.cbz', 'Batman/Year One', 'Year One'],
    [
      'series_volume',
      '_to_filter/Say Hello to Black Jack/book.cbz',
      '_to_filter/Say Hello to Black Jack',
      'Say Hello to Black Jack',
    ],
    ['series_volume', 'standalone.cbz', '/standalone', 'standalone'],
    ['series_volume', 'The Martian.epub', '/The Martian', 'The Martian'],
    ['series_volume_chapter', 'Volume 01/Chapter 001/file.cbz', 'Volume 01/Chapter 001', 'Chapter 001'],
    [
      'series_volume_chapter',
      'Manga/One Piece/Volume 01/Extras/file.cbz',
      'Manga/One Piece/Volume 01/Extras',
      'Extras',
    ],
    ['series_volume_chapter', 'One Piece/Chapter 001.cbz', 'One Piece', 'One Piece'],
    ['series_volume_chapter', 'loose.cbz', '', 'Unsorted'],
    ['flat', '[One Piece] v01.cbz', 'One Piece', 'One Piece'],
    ['flat', 'Batman - The Long Halloween #01.cbz', 'Batman', 'Batman'],
    ['flat', 'Spider-Man_001.cbz', 'Spider-Man', 'Spider-Man'],
    ['flat', 'inbox/Batman 001.cbz', 'Batman', 'Batman'],
    ['flat', 'Watchmen.cbz', 'Watchmen', 'Watchmen'],
    ['flat', '2001.cbz', '2001', '2001'],
    ['publisher_hierarchy', 'Marvel/Spider-Man/issue1.cbz', 'Marvel/Spider-Man', 'Spider-Man'],
    ['publisher_hierarchy', 'Marvel/standalone.cbz', 'Marvel', 'Unsorted'],
    ['calibre', 'Brandon Sanderson/Mistborn (45)/Mistborn.epub', 'Brandon Sanderson/Mistborn (45)', 'Mistborn'],
    ['metadata', 'Novels/Emma.epub', '/Novels/Emma', 'Emma'],
    ['a later strategy', 'Batman/issue1.cbz', 'Batman', 'Batman'],
  ])('%s puts %s into the group %s, the series %s', (strategy, path, groupPath, name) => {
    expect(placeInSeries(makeRules(strategy), { path })).toMatchObject({ groupPath, name });
  });

  const calibreFile: PlacedFile = {
    path: 'Brandon Sanderson/Mistborn (45)/Mistborn.epub',
    statedSeries: 'Mistborn Era 1',
    statedAuthor: 'Sanderson, Brandon',
  };
  it.each([
    ['calibre', { seriesMode: 'standalone' }, calibreFile, 'Mistborn', 'calibre-title'],
    ['calibre', { seriesMode: 'standalone', stripIdSuffix: false }, calibreFile, 'Mistborn (45)', 'calibre-title'],
    ['calibre', { seriesMode: 'by_author' }, calibreFile, 'Brandon Sanderson', 'calibre-author'],
    [
      'calibre',
      { seriesMode: 'by_author', authorFromFolder: false },
      calibreFile,
      'Sanderson, Brandon',
      'calibre-author',
    ],
    ['calibre', { seriesMode: 'by_author' }, { path: 'Mistborn (45)/a.epub' }, 'Unknown Author', 'calibre-author'],
    ['calibre', { seriesMode: 'from_metadata' }, calibreFile, 'Mistborn Era 1', 'stated-series'],
    ['calibre', { readOpfMetadata: false }, calibreFile, 'Mistborn', 'calibre-title'],
    ['flat', { requireMetadata: true }, { path: 'somebook01.cbz' }, 'Unknown', 'no-stated-series'],
    ['flat', { requireMetadata: true }, { path: 'a.cbz', statedSeries: 'Saga' }, 'Saga', 'stated-series'],
    ['flat', { filenamePatterns: ['^(.+?)_v\\d+'] }, { path: 'MyManga_v01.cbz' }, 'MyManga', 'file-name-pattern'],
    ['publisher_hierarchy', { skipDepth: 2 }, { path: 'DC/2024/Batman/issue1.cbz' }, 'Batman', 'folder'],
    [
      'custom',
      { pattern: '(?P<publisher>[^/]+)/(?P<series>[^/]+)/', seriesNameTemplate: '{publisher} - {series}' },
      { path: 'Marvel/Spider-Man/issue1.cbz' },
      'Marvel - Spider-Man',
      'path-pattern',
    ],
    ['custom', { pattern: 'Saga (?<series>x)?' }, { path: 'Saga /1.cbz' }, 'Unsorted', 'path-pattern'],
    ['custom', { pattern: 'nothing' }, { path: 'Batman/1.cbz' }, 'Batman', 'path-pattern-missed'],
  ])('%s with %o puts %o into %s by the rule %s', (...row) => {
    const [strategy, config, file, name, rule] = row;
    expect(placeInSeries(makeRules(strategy, config), file)).toMatchObject({ name, reason: { rule } });
  });

  it('keeps what the folders say of publisher, volume and chapter', () => {
    expect(
      placeInSeries(makeRules('publisher_hierarchy', { skipDepth: 2 }), { path: 'DC/2024/Batman/1.cbz' }).publisher,
    ).toBe('DC/2024');
    const silent = makeRules('publisher_hierarchy', { storeSkippedAs: null });
    expect(placeInSeries(silent, { path: 'DC/Batman/1.cbz' }).publisher).toBeUndefined();
    const nested = placeInSeries(makeRules('series_volume_chapter'), { path: 'Vol. 3/Extras/One Piece 500.cbz' });
    expect(nested).toMatchObject({ volume: 3, chapter: 500 });
  });

  it.each([undefined, {}, { skipDepth: 1 }, { storeSkippedAs: 'publisher' }])(
    'puts a file that lies in the folder of its publisher into "Unsorted", with the configuration %o',
    (config) => {
      const place = placeInSeries(makeRules('publisher_hierarchy', config), { path: 'Marvel/standalone.cbz' });
      expect(place).toMatchObject({ groupPath: 'Marvel', name: 'Unsorted', publisher: 'Marvel' });
    },
  );

  it('waits for the analysis only where the series follows from it', () => {
    expect(readsMetadata(makeRules('calibre'))).toBe(true);
    expect(readsMetadata(makeRules('calibre', { seriesMode: 'by_author' }))).toBe(true);
    expect(readsMetadata(makeRules('calibre', { seriesMode: 'standalone' }))).toBe(false);
    expect(readsMetadata(makeRules('flat', { requireMetadata: true }))).toBe(true);
    expect(readsMetadata(makeRules('series_volume'))).toBe(false);
  });
});

describe('titleBook', () => {
  const sources = {
    stem: 'Batman #001',
    isComic: true,
    seriesName: 'One Piece',
    statedTitle: 'The Court of Owls',
    statedVolume: 4,
    statedChapter: null,
    number: '1',
    seriesSize: 50,
  };
  const rules = (bookStrategy: string, config?: object) =>
    compileBookTitleRules({ bookStrategy, bookConfig: config === undefined ? null : JSON.stringify(config) });

  it.each([
    ['filename', sources, 'Batman #001'],
    ['metadata_first', sources, 'The Court of Owls'],
    ['metadata_first', { ...sources, statedTitle: ' ' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'Vol. 3' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'Chapter 12' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'Issue #7' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'volume 3' }, 'volume 3'],
    ['smart', { ...sources, statedTitle: 'The Dark Knight Returns' }, 'The Dark Knight Returns'],
    ['by_format', sources, 'Batman #001'],
    ['by_format', { ...sources, isComic: false }, 'The Court of Owls'],
    ['by_format', { ...sources, isComic: false, statedTitle: 'Microsoft Word - owls.doc' }, 'Batman #001'],
    ['by_format', { ...sources, isComic: false, statedTitle: 'Untitled' }, 'Batman #001'],
    ['by_format', { ...sources, isComic: false, statedTitle: '3' }, 'Batman #001'],
    ['series_name', sources, 'One Piece v.01'],
    ['series_name', { ...sources, number: '42', seriesSize: 120 }, 'One Piece v.042'],
    ['series_name', { ...sources, number: '1.5' }, 'One Piece v.01.5'],
    ['series_name', { ...sources, number: null }, 'Batman #001'],
  ])('%s of %o is %s', (strategy, from, expected) => {
    expect(titleBook(rules(strategy), from).title).toBe(expected);
  });

  it('takes volume and chapter from where the strategy takes the title', () => {
    const named = { ...sources, stem: 'Series v15 - c126' };
    expect(titleBook(rules('filename'), named)).toMatchObject({ volume: 15, chapter: 126 });
    expect(titleBook(rules('metadata_first'), named)).toMatchObject({ volume: 4, chapter: null });
    expect(titleBook(rules('smart'), named)).toMatchObject({ volume: 4, chapter: 126 });
    expect(titleBook(rules('by_format'), named)).toMatchObject({ volume: 15, chapter: 126 });
    expect(titleBook(rules('by_format'), { ...named, isComic: false })).toMatchObject({ volume: 4, chapter: 126 });
  });

  it('smart takes the owner’s patterns for generic titles, when they match all of the title', () => {
    const smart = rules('smart', { additionalGenericPatterns: ['Tome \\d+'] });
    expect(titleBook(smart, { ...sources, statedTitle: 'Tome 4' }).title).toBe('Batman #001');
    expect(titleBook(smart, { ...sources, statedTitle: 'Tome 4: Le Retour' }).title).toBe('Tome 4: Le Retour');
  });

  const volumeAndChapter = '(?P<series>.+?)_v(?P<volume>\\d+)(?:_c(?P<chapter>\\d+))?';
  it.each([
    [{ pattern: '(?P<title>.+?)_v\\d+' }, 'One_Piece_v01', 'One_Piece'],
    [
      { pattern: volumeAndChapter, titleTemplate: '{series} v.{volume} c.{chapter}' },
      'One_Piece_v012_c145',
      'One Piece v.012 c.145',
    ],
    [
      { pattern: volumeAndChapter, titleTemplate: '{series} v.{volume} c.{chapter}' },
      'One_Piece_v01',
      'One Piece v.01 c.',
    ],
    [{ pattern: '_v\\d+', titleTemplate: '{series} - {filename}' }, 'One_Piece_v01', 'One Piece - One_Piece_v01'],
    [{ pattern: ' - \\d+x\\d+ - (?P<title>.+)' }, 'One Piece - 01x05 - Romance Dawn', 'Romance Dawn'],
    [
      {
        pattern: '^\\[[^\\]]+\\] (?P<series>.+?) v(?P<volume>\\d+) c(?P<chapter>\\d+)',
        titleTemplate: '{series} v.{volume} c.{chapter}',
      },
      '[GroupName] One Piece v01 c001',
      'One Piece v.01 c.001',
    ],
    [{ pattern: 'no such name' }, 'Batman #001', 'Batman #001'],
    [{ pattern: 'no such name', fallback: 'metadata_first' }, 'Batman #001', 'The Court of Owls'],
  ])('custom with %o makes of %s: %s', (config, stem, expected) => {
    expect(titleBook(rules('custom', config), { ...sources, stem }).title).toBe(expected);
  });

  it('custom takes volume and chapter from the groups of those names', () => {
    const custom = rules('custom', { pattern: volumeAndChapter });
    expect(titleBook(custom, { ...sources, stem: 'One_Piece_v012_c145' })).toMatchObject({ volume: 12, chapter: 145 });
  });
});

describe('cleanTitle', () => {
  const clean = (name: string, ...rules: { pattern: string; replacement: string; enabled?: boolean }[]): string =>
    cleanTitle(compileTitleRules(JSON.stringify(rules)), name);
  const drop = (pattern: string) => ({ pattern, replacement: '' });

  it.each([
    ['One Piece (Digital)', [drop('\\s*\\(Digital\\)$')], 'One Piece'],
    ['Naruto(Digital)', [drop('\\s*\\(Digital\\)$')], 'Naruto'],
    ['Series Name v123', [drop('\\s+v\\d+$')], 'Series Name'],
    ['Batman (2016)', [drop('\\s*\\(\\d{4}\\)$')], 'Batman'],
    ['Title [v1] [HQ]', [drop('\\s*\\[[^\\]]+\\]')], 'Title'],
    ['[Toriyama Akira] Dragon Ball', [drop('^\\[[^\\]]+\\]\\s*')], 'Dragon Ball'],
    ['John Doe', [{ pattern: '(\\w+)\\s+(\\w+)', replacement: '$2, $1' }], 'Doe, John'],
    ['John Doe', [{ pattern: '(?P<a>\\w+)\\s+(?P<b>\\w+)', replacement: '${b}, $a $$' }], 'Doe, John $'],
    ['My-Hero-Academia', [{ pattern: '-', replacement: ' ' }], 'My Hero Academia'],
    [
      '  One  Piece  (Digital)  ',
      [drop('(?i)\\(digital\\)'), { pattern: '\\s+', replacement: ' ' }, drop('^\\s+|\\s+$')],
      'One Piece',
    ],
    ['valid text', [drop('[invalid'), { pattern: 'valid', replacement: 'replaced' }], 'replaced text'],
    [
      'abc',
      [
        { pattern: 'a', replacement: '1' },
        { pattern: 'b', replacement: '2', enabled: false },
        { pattern: 'c', replacement: '3' },
      ],
      '1b3',
    ],
    ['Batman', [drop('.*')], 'Batman'],
  ])('%s with %o is %s', (name, rules, expected) => {
    expect(clean(name, ...rules)).toBe(expected);
  });

  it('stays short whatever the rules do', () => {
    const double = { pattern: '.', replacement: '$0$0$0$0$0$0$0$0$0$0' };
    expect(clean('abcdefgh', double, double, double, double).length).toBeLessThanOrEqual(1_000);
  });
});

describe('compilePattern', () => {
  it.each([
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['(?=a)b', 'invalid or unsupported Perl syntax: `(?=`'],
    ['[invalid', 'missing closing ]: `[invalid`'],
    ['(?:(?:a{50}){50}){50}', 'invalid repeat count: `{50}`'],
    ['a{1000}'.repeat(6), 'repeats too much'],
  ])('refuses %s: %s', (text, message) => {
    expect(compilePattern(text)).toEqual({ ok: false, message });
  });

  it('takes time that grows with the text alone', () => {
    const compiled = compilePattern('^(?:(?:a+)+)+$');
    if (!compiled.ok) throw new Error(compiled.message);
    // A backtracking engine would not come back from this.
    expect(compiled.pattern.test(`${'a'.repeat(3_000)}!`)).toBe(false);
  });
});
