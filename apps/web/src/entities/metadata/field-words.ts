import { t } from '@lingui/core/macro';
import type { BOOK_FIELDS, SERIES_FIELDS } from '@lectern/contract/metadata-fields';
import { BOOK_FIELDS as BOOK_FILTERS } from '#entities/condition/book-fields.ts';
import type { Choice } from '#entities/condition/field-words.ts';
import { SERIES_FIELDS as SERIES_FILTERS } from '#entities/condition/series-fields.ts';
import { LANGUAGE } from '#lib/locale.ts';

type BookFields = typeof BOOK_FIELDS;
type SeriesFields = typeof SERIES_FIELDS;
type FieldName = keyof BookFields | keyof SeriesFields;
type Section = BookFields[keyof BookFields]['section'] | SeriesFields[keyof SeriesFields]['section'];

/** Labels in forms, rows and the history. */
export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  title: t`Title`,
  titleSort: t`Sort title`,
  subtitle: t`Subtitle`,
  originalTitle: t`Original title`,
  alternateTitles: t`Aliases`,
  number: t({ message: 'Number', context: 'of a book in its series' }),
  volume: t`Volume`,
  chapter: t`Chapter`,
  seriesPosition: t`Place in reading order`,
  seriesTotal: t`Books in the whole series`,
  count: t`Issues in the volume`,
  summary: t`Summary`,
  genres: t`Genres`,
  tags: t`Tags`,
  subjects: t`Subjects`,
  bookType: t`Book type`,
  status: t`Status`,
  readingDirection: t`Reading direction`,
  languageIso: t`Language`,
  language: t`Language`,
  ageRating: t`Age rating`,
  manga: t`Manga`,
  blackAndWhite: t`Black and white`,
  publisher: t`Publisher`,
  imprint: t`Imprint`,
  edition: t`Edition`,
  formatDetail: t`Format`,
  year: t`Year`,
  month: t`Month`,
  day: t`Day`,
  originalYear: t`Original year`,
  totalVolumeCount: t`Total volumes`,
  totalChapterCount: t`Total chapters`,
  isbns: 'ISBN',
  authors: t`Creators`,
  awards: t`Awards`,
  externalLinks: t`Links`,
  externalIds: t`External IDs`,
  externalRatings: t`External ratings`,
  customMetadata: t`Custom data`,
};

export const FIELD_HINTS: Readonly<Partial<Record<FieldName, string>>> = {
  ageRating: t`Years`,
  formatDetail: t`Hardcover, Annual, TPB …`,
  isbns: t`Separate several with commas.`,
  externalIds: t`IDs on sites such as gcd, comicvine or anilist.`,
  customMetadata: t`Anything you want to keep, as a JSON object of names and values.`,
};

const MONTHS = Array.from({ length: 12 }, (_, index): Choice => {
  const words = new Intl.DateTimeFormat(LANGUAGE, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index, 1));
  return [String(index + 1), words];
});

export const FIELD_CHOICES: Readonly<Partial<Record<FieldName, readonly Choice[]>>> = {
  bookType: BOOK_FILTERS.bookType.choices ?? [],
  status: SERIES_FILTERS.status.choices ?? [],
  readingDirection: SERIES_FILTERS.readingDirection.choices ?? [],
  month: MONTHS,
};

/** Headings of the sections of the form. */
export const SECTION_WORDS: Readonly<Record<Section, string>> = {
  Titles: t`Titles`,
  'Place in the series': t`Place in the series`,
  About: t`About`,
  Publication: t`Publication`,
  People: t`Creators`,
  Awards: t`Awards`,
  Elsewhere: t`Links and external data`,
  'Own data': t`Custom data`,
};
