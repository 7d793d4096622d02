/** Type of a field, and how it is edited. */
export type FieldFamily =
  | 'text'
  | 'long'
  | 'whole'
  | 'decimal'
  | 'language'
  | 'choice'
  | 'flag'
  | 'names'
  | 'people'
  | 'links'
  | 'ids'
  | 'ratings'
  | 'titles'
  | 'awards'
  | 'json';

/** Facts of a metadata field. */
export interface MetadataField {
  /** In forms, rows and the history. */
  readonly label: string;
  /** Section of the form. */
  readonly section: string;
  readonly family: FieldFamily;
  /** The lock that protects it from scans. */
  readonly lock: string;
  /** Storage: a column of the value, of 0 or 1, or of JSON; a column of the book itself; or a separate table. */
  readonly stored: 'column' | 'flag' | 'document' | 'book' | 'table';
  /** Place on the page: in its head, or a row of the list below. */
  readonly shown: 'head' | 'row';
  /** Source in an analysis: the file's value, derived from it, or none. A series follows its books. */
  readonly fromFile: 'same' | 'derived' | 'never';
  /** Name and kind in conditions. */
  readonly filter?: readonly [name: string, family: 'text' | 'number'];
  /** A PUT without it does not clear it. */
  readonly keptByPut?: true;
  /** Editable for many at once. */
  readonly many?: true;
  /** Shares its row of the form. */
  readonly short?: true;
  /** Never empty. */
  readonly needed?: true;
  readonly hint?: string;
  readonly choices?: readonly (readonly [value: string, words: string])[];
  /** Suggestions for typed names. */
  readonly term?: 'genre' | 'tag';
  /** Bounds of a number; for texts, `max` characters. */
  readonly min?: number;
  readonly max?: number;
}

const BOOK_TYPES = [
  ['comic', 'Comic'],
  ['manga', 'Manga'],
  ['novel', 'Novel'],
  ['novella', 'Novella'],
  ['anthology', 'Anthology'],
  ['artbook', 'Art book'],
  ['oneshot', 'One-shot'],
  ['omnibus', 'Omnibus'],
  ['graphic_novel', 'Graphic novel'],
  ['magazine', 'Magazine'],
] as const;

const STATUSES = [
  ['ongoing', 'Ongoing'],
  ['ended', 'Ended'],
  ['hiatus', 'On hiatus'],
  ['abandoned', 'Abandoned'],
  ['unknown', 'Unknown'],
] as const;

const DIRECTIONS = [
  ['ltr', 'Left to right'],
  ['rtl', 'Right to left'],
  ['ttb', 'Top to bottom'],
  ['webtoon', 'One long strip'],
] as const;

const MOST = 2_147_483_647;
const YEAR = { family: 'whole', min: -9999, max: 9999, short: true, many: true } as const;
const COUNT = { family: 'whole', min: 0, max: MOST, short: true } as const;
const PART = { family: 'decimal', min: 0, max: 1e9, short: true } as const;
const LINE = { family: 'text', max: 1_000, short: true, many: true } as const;
const SUMMARY = {
  label: 'Summary',
  section: 'About',
  family: 'long',
  max: 100_000,
  filter: ['summary', 'text'],
} as const;
const GENRES = {
  label: 'Genres',
  section: 'About',
  family: 'names',
  term: 'genre',
  many: true,
  stored: 'table',
} as const;
const TAGS = { label: 'Tags', section: 'About', family: 'names', term: 'tag', many: true, stored: 'table' } as const;
const PEOPLE = { label: 'People', section: 'People', family: 'people', lock: 'authorsJsonLock', many: true } as const;
const LINKS = { label: 'Links', section: 'Elsewhere', family: 'links', stored: 'table', shown: 'row' } as const;
const IDS = {
  label: 'Numbers elsewhere',
  section: 'Elsewhere',
  family: 'ids',
  stored: 'table',
  shown: 'row',
  fromFile: 'never',
  hint: 'What it is called at catalogues such as gcd, comicvine or anilist.',
} as const;
const OWN = {
  label: 'Own data',
  section: 'Own data',
  family: 'json',
  stored: 'document',
  shown: 'row',
  fromFile: 'never',
  many: true,
  hint: 'Anything you want to keep, as JSON: an object of names and values.',
} as const;

const inTitles = { section: 'Titles', family: 'text', max: 2_000, stored: 'column', shown: 'row' } as const;
const inPlace = { section: 'Place in the series', stored: 'column', fromFile: 'same' } as const;
const inAbout = { section: 'About', short: true, many: true, stored: 'column', shown: 'row' } as const;
const inPublication = { section: 'Publication', stored: 'column', shown: 'row' } as const;

/**
 * Editable fields of a book, in form order. Edit rules, locks, stored states, template context, conditions, responses,
 * filters, forms and the rows of the book page derive from it. A new field also needs a column:
 * `apps/server/src/db/schema/book.ts` and a migration.
 */
export const BOOK_FIELDS = {
  title: { ...inTitles, label: 'Title', lock: 'titleLock', shown: 'head', fromFile: 'same', keptByPut: true },
  titleSort: {
    ...inTitles,
    label: 'Title for sorting',
    short: true,
    lock: 'titleSortLock',
    stored: 'book',
    fromFile: 'derived',
    filter: ['titleSort', 'text'],
    keptByPut: true,
  },
  subtitle: { ...inTitles, label: 'Subtitle', short: true, lock: 'subtitleLock', fromFile: 'same' },
  originalTitle: {
    ...inTitles,
    label: 'Original title',
    short: true,
    many: true,
    lock: 'originalTitleLock',
    fromFile: 'same',
  },
  number: {
    ...inPlace,
    label: 'Number',
    family: 'text',
    max: 100,
    short: true,
    lock: 'numberLock',
    shown: 'head',
    filter: ['number', 'number'],
    keptByPut: true,
  },
  volume: { ...inPlace, label: 'Volume', ...COUNT, lock: 'volumeLock', shown: 'head', filter: ['volume', 'number'] },
  chapter: { ...inPlace, label: 'Chapter', ...PART, lock: 'chapterLock', shown: 'row', filter: ['chapter', 'number'] },
  seriesPosition: { ...inPlace, label: 'Place in reading order', ...PART, lock: 'seriesPositionLock', shown: 'row' },
  seriesTotal: {
    ...inPlace,
    label: 'Books in the whole series',
    ...COUNT,
    many: true,
    lock: 'seriesTotalLock',
    shown: 'row',
  },
  count: { ...inPlace, label: 'Issues in the volume', ...COUNT, many: true, lock: 'countLock', shown: 'row' },
  summary: { ...SUMMARY, many: true, lock: 'summaryLock', stored: 'column', shown: 'head', fromFile: 'same' },
  genres: { ...GENRES, lock: 'genreLock', shown: 'row', fromFile: 'derived', filter: ['genre', 'text'] },
  tags: { ...TAGS, lock: 'tagsLock', shown: 'row', fromFile: 'derived', filter: ['tag', 'text'] },
  subjects: {
    label: 'Subjects',
    section: 'About',
    family: 'names',
    max: 1_000,
    lock: 'subjectsLock',
    stored: 'document',
    shown: 'row',
    fromFile: 'derived',
  },
  bookType: {
    ...inAbout,
    label: 'Kind of book',
    family: 'choice',
    choices: BOOK_TYPES,
    lock: 'bookTypeLock',
    fromFile: 'never',
    filter: ['bookType', 'text'],
  },
  languageIso: {
    ...inAbout,
    label: 'Language',
    family: 'language',
    lock: 'languageIsoLock',
    fromFile: 'same',
    filter: ['language', 'text'],
  },
  manga: { ...inAbout, label: 'Manga', family: 'flag', lock: 'mangaLock', stored: 'flag', fromFile: 'derived' },
  blackAndWhite: {
    ...inAbout,
    label: 'Black and white',
    family: 'flag',
    lock: 'blackAndWhiteLock',
    stored: 'flag',
    fromFile: 'derived',
  },
  publisher: {
    ...inPublication,
    ...LINE,
    label: 'Publisher',
    lock: 'publisherLock',
    fromFile: 'same',
    filter: ['publisher', 'text'],
  },
  imprint: {
    ...inPublication,
    ...LINE,
    label: 'Imprint',
    lock: 'imprintLock',
    fromFile: 'same',
    filter: ['imprint', 'text'],
  },
  edition: { ...inPublication, ...LINE, label: 'Edition', lock: 'editionLock', fromFile: 'same' },
  formatDetail: {
    ...inPublication,
    ...LINE,
    label: 'Format',
    hint: 'Hardcover, Annual, TPB …',
    lock: 'formatDetailLock',
    fromFile: 'same',
  },
  year: {
    ...inPublication,
    ...YEAR,
    label: 'Year',
    lock: 'yearLock',
    shown: 'head',
    fromFile: 'same',
    filter: ['year', 'number'],
  },
  month: {
    ...inPublication,
    label: 'Month',
    family: 'whole',
    min: 1,
    max: 12,
    short: true,
    many: true,
    lock: 'monthLock',
    shown: 'head',
    fromFile: 'same',
  },
  day: {
    ...inPublication,
    label: 'Day',
    family: 'whole',
    min: 1,
    max: 31,
    short: true,
    many: true,
    lock: 'dayLock',
    shown: 'head',
    fromFile: 'same',
  },
  originalYear: {
    ...inPublication,
    ...YEAR,
    label: 'Year of the original',
    lock: 'originalYearLock',
    fromFile: 'never',
  },
  isbns: {
    ...inPublication,
    label: 'ISBN',
    family: 'text',
    max: 5_000,
    short: true,
    hint: 'Several are parted by commas.',
    lock: 'isbnsLock',
    fromFile: 'derived',
    filter: ['isbn', 'text'],
  },
  authors: { ...PEOPLE, stored: 'document', shown: 'row', fromFile: 'derived', filter: ['author', 'text'] },
  awards: {
    label: 'Awards',
    section: 'Awards',
    family: 'awards',
    lock: 'awardsJsonLock',
    stored: 'document',
    shown: 'row',
    fromFile: 'never',
  },
  externalLinks: { ...LINKS, lock: 'externalLinksLock', fromFile: 'derived' },
  externalIds: { ...IDS, lock: 'externalIdsLock' },
  customMetadata: { ...OWN, lock: 'customMetadataLock' },
} as const satisfies Readonly<Record<string, MetadataField>>;

/** Editable fields of a series, as `BOOK_FIELDS`. */
export const SERIES_FIELDS = {
  title: {
    ...inTitles,
    label: 'Title',
    lock: 'title',
    shown: 'head',
    fromFile: 'derived',
    filter: ['name', 'text'],
    needed: true,
    keptByPut: true,
  },
  titleSort: {
    ...inTitles,
    label: 'Title for sorting',
    short: true,
    lock: 'titleSort',
    fromFile: 'never',
    filter: ['titleSort', 'text'],
  },
  alternateTitles: {
    ...inTitles,
    label: 'Other titles',
    family: 'titles',
    lock: 'alternateTitles',
    stored: 'table',
    fromFile: 'never',
  },
  summary: { ...SUMMARY, lock: 'summary', stored: 'column', shown: 'head', fromFile: 'same' },
  genres: { ...GENRES, lock: 'genres', shown: 'row', fromFile: 'derived', filter: ['genre', 'text'] },
  tags: { ...TAGS, lock: 'tags', shown: 'row', fromFile: 'derived', filter: ['tag', 'text'] },
  status: {
    ...inAbout,
    label: 'Status',
    family: 'choice',
    choices: STATUSES,
    needed: true,
    lock: 'status',
    shown: 'head',
    fromFile: 'same',
    filter: ['status', 'text'],
  },
  readingDirection: {
    ...inAbout,
    label: 'Reading direction',
    family: 'choice',
    choices: DIRECTIONS,
    lock: 'readingDirection',
    fromFile: 'derived',
    filter: ['readingDirection', 'text'],
  },
  language: {
    ...inAbout,
    label: 'Language',
    family: 'language',
    lock: 'language',
    fromFile: 'same',
    filter: ['language', 'text'],
  },
  ageRating: {
    ...inAbout,
    label: 'For readers from',
    family: 'whole',
    min: 0,
    max: 99,
    hint: 'Years',
    lock: 'ageRating',
    fromFile: 'same',
    filter: ['ageRating', 'number'],
  },
  publisher: {
    ...inPublication,
    ...LINE,
    label: 'Publisher',
    lock: 'publisher',
    fromFile: 'same',
    filter: ['publisher', 'text'],
  },
  imprint: {
    ...inPublication,
    ...LINE,
    label: 'Imprint',
    lock: 'imprint',
    fromFile: 'same',
    filter: ['imprint', 'text'],
  },
  year: {
    ...inPublication,
    ...YEAR,
    label: 'Year',
    lock: 'year',
    shown: 'head',
    fromFile: 'same',
    filter: ['year', 'number'],
  },
  totalVolumeCount: {
    ...inPublication,
    ...COUNT,
    label: 'Volumes in all',
    many: true,
    lock: 'totalVolumeCount',
    fromFile: 'never',
    filter: ['totalVolumeCount', 'number'],
  },
  totalChapterCount: {
    ...inPublication,
    ...PART,
    label: 'Chapters in all',
    many: true,
    lock: 'totalChapterCount',
    fromFile: 'never',
    filter: ['totalChapterCount', 'number'],
  },
  authors: { ...PEOPLE, stored: 'document', shown: 'row', fromFile: 'never', filter: ['author', 'text'] },
  externalLinks: { ...LINKS, lock: 'externalLinks', fromFile: 'derived' },
  externalIds: { ...IDS, lock: 'externalIds' },
  externalRatings: {
    label: 'Ratings elsewhere',
    section: 'Elsewhere',
    family: 'ratings',
    lock: 'externalRatings',
    stored: 'table',
    shown: 'row',
    fromFile: 'never',
  },
  customMetadata: { ...OWN, lock: 'customMetadata' },
} as const satisfies Readonly<Record<string, MetadataField>>;
