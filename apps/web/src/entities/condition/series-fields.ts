import type { SERIES_FILTER_FIELDS, SeriesFilterField } from '@lectern/contract';
import { type FieldWords, LANGUAGES } from './field-words.ts';
import { ABOUT_BOTH, DATES_OF_BOTH, READING_BOTH } from './shared-fields.ts';

type Words<Field extends SeriesFilterField> = FieldWords & { readonly family: (typeof SERIES_FILTER_FIELDS)[Field] };

export const SERIES_FIELDS: { readonly [Field in SeriesFilterField]: Words<Field> } = {
  name: { label: 'Title', family: 'text', part: 'About', always: true },
  ...ABOUT_BOTH,
  status: {
    label: 'Status',
    family: 'text',
    part: 'About',
    choices: [
      ['ongoing', 'Ongoing'],
      ['ended', 'Ended'],
      ['hiatus', 'On hiatus'],
      ['abandoned', 'Abandoned'],
      ['unknown', 'Unknown'],
    ],
  },
  language: { label: 'Language', family: 'text', part: 'About', choices: LANGUAGES },
  readingDirection: {
    label: 'Reading direction',
    family: 'text',
    part: 'About',
    choices: [
      ['ltr', 'Left to right'],
      ['rtl', 'Right to left'],
      ['ttb', 'Top to bottom'],
      ['webtoon', 'Webtoon'],
    ],
  },
  ageRating: { label: 'Age rating', family: 'number', part: 'About' },
  summary: { label: 'Summary', family: 'text', part: 'About' },
  titleSort: { label: 'Title for sorting', family: 'text', part: 'About', always: true },
  ...READING_BOTH,
  userRating: { label: 'My rating (1 to 100)', family: 'number', part: 'Reading' },
  hasUserRating: {
    label: 'Rated by me',
    family: 'boolean',
    part: 'Reading',
    says: ['I rated it', 'I did not rate it'],
  },
  communityRating: { label: 'Everybody’s rating (1 to 100)', family: 'number', part: 'Reading' },
  bookCount: { label: 'Number of books', family: 'number', part: 'Contents', always: true },
  totalVolumeCount: { label: 'Volumes published', family: 'number', part: 'Contents' },
  totalChapterCount: { label: 'Chapters published', family: 'number', part: 'Contents' },
  completion: {
    label: 'Complete here',
    family: 'boolean',
    part: 'Contents',
    says: ['All volumes are here', 'Volumes are missing'],
  },
  hasError: {
    label: 'Broken books',
    family: 'boolean',
    part: 'Contents',
    says: ['Some book cannot be opened', 'Every book can be opened'],
  },
  libraryId: { label: 'Library', family: 'uuid', part: 'Where and when', always: true },
  inCollection: {
    label: 'Collections',
    family: 'boolean',
    part: 'Where and when',
    says: ['It is in a collection', 'It is in no collection'],
  },
  hasExternalSourceId: {
    label: 'Outside catalogues',
    family: 'boolean',
    part: 'Where and when',
    says: ['An outside catalogue knows it', 'No outside catalogue knows it'],
  },
  isTracked: {
    label: 'Releases',
    family: 'boolean',
    part: 'Where and when',
    says: ['Its releases are tracked', 'Its releases are not tracked'],
  },
  sharingTag: { label: 'Sharing tag', family: 'text', part: 'Where and when' },
  path: { label: 'Folder', family: 'text', part: 'Where and when' },
  ...DATES_OF_BOTH,
};
