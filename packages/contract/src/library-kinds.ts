/** What a library of a kind starts with. */
interface KindFacts {
  readonly defaultReadingDirection: 'ltr' | 'rtl';
  readonly seriesStrategy: 'series_volume' | 'metadata';
  readonly bookStrategy: 'by_format' | 'filename';
  readonly numberStrategy: 'file_order' | 'metadata' | 'smart';
  /** Layout of pages on a wide screen, unless the user has chosen one. */
  readonly pageLayout: 'single' | 'double-cover';
  /** First tab of the library in the web app. */
  readonly shelf: 'series' | 'authors';
}

const FOLDERS = {
  seriesStrategy: 'series_volume',
  bookStrategy: 'by_format',
  pageLayout: 'single',
  shelf: 'series',
} as const;

/** Kinds of libraries. A new library has these settings, unless the request names others. */
export const LIBRARY_KINDS = {
  comics: { ...FOLDERS, defaultReadingDirection: 'ltr', numberStrategy: 'smart' },
  manga: { ...FOLDERS, defaultReadingDirection: 'rtl', numberStrategy: 'smart', pageLayout: 'double-cover' },
  // A number in the name of a novel is rarely its place in a series: "1984".
  books: {
    defaultReadingDirection: 'ltr',
    seriesStrategy: 'metadata',
    bookStrategy: 'by_format',
    numberStrategy: 'metadata',
    pageLayout: 'single',
    shelf: 'authors',
  },
  // Magazines rarely state a title that tells one issue from another.
  magazines: {
    ...FOLDERS,
    defaultReadingDirection: 'ltr',
    bookStrategy: 'filename',
    numberStrategy: 'file_order',
    pageLayout: 'double-cover',
  },
  mixed: { ...FOLDERS, defaultReadingDirection: 'ltr', numberStrategy: 'file_order' },
} as const satisfies Readonly<Record<string, KindFacts>>;

/** All kinds in table order. */
export const LIBRARY_KIND_NAMES = Object.keys(LIBRARY_KINDS) as [
  keyof typeof LIBRARY_KINDS,
  ...(keyof typeof LIBRARY_KINDS)[],
];
