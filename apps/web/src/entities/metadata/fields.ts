/** What a field holds, and how it is edited. */
export type Family =
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

/** What is edited: a book or a series. */
export type Kind = 'book' | 'series';

/** A field of a book or series as a person knows it. */
export interface Field {
  /** As the API calls it. */
  readonly name: string;
  readonly label: string;
  readonly family: Family;
  readonly section: string;
  /** Name of the lock that protects it. */
  readonly lock: string;
  readonly hint?: string;
  readonly choices?: readonly (readonly [value: string, words: string])[];
  /** What is suggested while names are typed. */
  readonly term?: 'genre' | 'tag';
  /** Makes sense for many at once. */
  readonly many?: true;
  /** Stands beside others. */
  readonly short?: true;
  /** Of numbers. */
  readonly min?: number;
  readonly max?: number;
  /** Is never nothing. */
  readonly needed?: true;
}

type Given = Omit<Field, 'section' | 'lock' | 'name'> & { readonly lock?: string };

function section(name: string, kind: Kind, fields: Readonly<Record<string, Given>>): readonly Field[] {
  return Object.entries(fields).map(([field, given]) => ({
    ...given,
    name: field,
    section: name,
    lock: given.lock ?? (kind === 'book' ? `${field}Lock` : field),
  }));
}

const MONTHS = Array.from({ length: 12 }, (_, index) => {
  const words = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index, 1));
  return [String(index + 1), words] as const;
});

const BOOK_TYPES = [
  ['comic', 'Comic'],
  ['manga', 'Manga'],
  ['graphic_novel', 'Graphic novel'],
  ['omnibus', 'Omnibus'],
  ['oneshot', 'One-shot'],
  ['anthology', 'Anthology'],
  ['magazine', 'Magazine'],
  ['artbook', 'Art book'],
  ['novel', 'Novel'],
  ['novella', 'Novella'],
] as const;

const YEAR = { family: 'whole', min: -9999, max: 9999, short: true, many: true } as const;
const COUNT = { family: 'whole', min: 0, max: 2_147_483_647, short: true } as const;
const PART = { family: 'decimal', min: 0, max: 1e9, short: true } as const;
const LINKS = { label: 'Links', family: 'links' } as const;
const IDS = {
  label: 'Numbers elsewhere',
  family: 'ids',
  hint: 'What it is called at catalogues such as gcd, comicvine or anilist.',
} as const;
const OWN = {
  label: 'Own data',
  family: 'json',
  many: true,
  hint: 'Anything you want to keep, as JSON: an object of names and values.',
} as const;

/** Every field of a book, in the order of the form. */
const BOOK_FIELDS: readonly Field[] = [
  ...section('Titles', 'book', {
    title: { label: 'Title', family: 'text' },
    titleSort: { label: 'Title for sorting', family: 'text', short: true },
    subtitle: { label: 'Subtitle', family: 'text', short: true },
    originalTitle: { label: 'Original title', family: 'text', short: true, many: true },
  }),
  ...section('Place in the series', 'book', {
    number: { label: 'Number', family: 'text', short: true },
    volume: { label: 'Volume', ...COUNT },
    chapter: { label: 'Chapter', ...PART },
    seriesPosition: { label: 'Place in reading order', ...PART },
    seriesTotal: { label: 'Books in the whole series', ...COUNT, many: true },
    count: { label: 'Issues in the volume', ...COUNT, many: true },
  }),
  ...section('About', 'book', {
    summary: { label: 'Summary', family: 'long', many: true },
    genres: { label: 'Genres', family: 'names', term: 'genre', lock: 'genreLock', many: true },
    tags: { label: 'Tags', family: 'names', term: 'tag', many: true },
    subjects: { label: 'Subjects', family: 'names' },
    bookType: { label: 'Kind of book', family: 'choice', choices: BOOK_TYPES, short: true, many: true },
    languageIso: { label: 'Language', family: 'language', short: true, many: true },
    manga: { label: 'Manga', family: 'flag', short: true, many: true },
    blackAndWhite: { label: 'Black and white', family: 'flag', short: true, many: true },
  }),
  ...section('Publication', 'book', {
    publisher: { label: 'Publisher', family: 'text', short: true, many: true },
    imprint: { label: 'Imprint', family: 'text', short: true, many: true },
    edition: { label: 'Edition', family: 'text', short: true, many: true },
    formatDetail: { label: 'Format', family: 'text', short: true, many: true, hint: 'Hardcover, Annual, TPB …' },
    year: { label: 'Year', ...YEAR },
    month: { label: 'Month', family: 'choice', choices: MONTHS, short: true, many: true },
    day: { label: 'Day', family: 'whole', min: 1, max: 31, short: true, many: true },
    originalYear: { label: 'Year of the original', ...YEAR },
    isbns: { label: 'ISBN', family: 'text', short: true, hint: 'Several are parted by commas.' },
  }),
  ...section('People', 'book', {
    authors: { label: 'People', family: 'people', lock: 'authorsJsonLock', many: true },
  }),
  ...section('Awards', 'book', { awards: { label: 'Awards', family: 'awards', lock: 'awardsJsonLock' } }),
  ...section('Elsewhere', 'book', { externalLinks: LINKS, externalIds: IDS }),
  ...section('Own data', 'book', { customMetadata: OWN }),
];

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

/** Every field of a series, in the order of the form. */
const SERIES_FIELDS: readonly Field[] = [
  ...section('Titles', 'series', {
    title: { label: 'Title', family: 'text', needed: true },
    titleSort: { label: 'Title for sorting', family: 'text', short: true },
    alternateTitles: { label: 'Other titles', family: 'titles' },
  }),
  ...section('About', 'series', {
    summary: { label: 'Summary', family: 'long' },
    genres: { label: 'Genres', family: 'names', term: 'genre', many: true },
    tags: { label: 'Tags', family: 'names', term: 'tag', many: true },
    status: { label: 'Status', family: 'choice', choices: STATUSES, short: true, many: true, needed: true },
    readingDirection: { label: 'Reading direction', family: 'choice', choices: DIRECTIONS, short: true, many: true },
    language: { label: 'Language', family: 'language', short: true, many: true },
    ageRating: { label: 'For readers from', family: 'whole', min: 0, max: 99, short: true, many: true, hint: 'Years' },
  }),
  ...section('Publication', 'series', {
    publisher: { label: 'Publisher', family: 'text', short: true, many: true },
    imprint: { label: 'Imprint', family: 'text', short: true, many: true },
    year: { label: 'Year', ...YEAR },
    totalVolumeCount: { label: 'Volumes in all', ...COUNT, many: true },
    totalChapterCount: { label: 'Chapters in all', ...PART, many: true },
  }),
  ...section('People', 'series', {
    authors: { label: 'People', family: 'people', lock: 'authorsJsonLock', many: true },
  }),
  ...section('Elsewhere', 'series', {
    externalLinks: LINKS,
    externalIds: IDS,
    externalRatings: { label: 'Ratings elsewhere', family: 'ratings' },
  }),
  ...section('Own data', 'series', { customMetadata: OWN }),
];

/** Every field of a book or series, in the order of the form. */
export function fieldsOf(kind: Kind): readonly Field[] {
  return kind === 'book' ? BOOK_FIELDS : SERIES_FIELDS;
}

/** Names of the sections, in their order. */
export function sectionsOf(fields: readonly Field[]): readonly string[] {
  return [...new Set(fields.map(({ section: name }) => name))];
}

/** Roles of people, the most usual first. */
export const ROLES = [
  ['writer', 'Writer'],
  ['author', 'Author'],
  ['co_author', 'Co-author'],
  ['penciller', 'Penciller'],
  ['inker', 'Inker'],
  ['colorist', 'Colourist'],
  ['letterer', 'Letterer'],
  ['cover_artist', 'Cover artist'],
  ['illustrator', 'Illustrator'],
  ['editor', 'Editor'],
  ['translator', 'Translator'],
  ['contributor', 'Contributor'],
] as const;
export type Role = (typeof ROLES)[number][0];
