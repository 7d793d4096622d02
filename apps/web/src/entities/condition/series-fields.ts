import { t } from '@lingui/core/macro';
import type { SERIES_FILTER_FIELDS, SeriesFilterField } from '@lectern/contract';
import { type FieldWords, LANGUAGES } from './field-words.ts';
import { ABOUT_BOTH, DATES_OF_BOTH, READING_BOTH } from './shared-fields.ts';

type Words<Field extends SeriesFilterField> = FieldWords & { readonly family: (typeof SERIES_FILTER_FIELDS)[Field] };

export const SERIES_FIELDS: { readonly [Field in SeriesFilterField]: Words<Field> } = {
  name: { label: t`Title`, family: 'text', part: 'about', always: true },
  ...ABOUT_BOTH,
  status: {
    label: t`Status`,
    family: 'text',
    part: 'about',
    choices: [
      ['ongoing', t`Ongoing`],
      ['ended', t`Ended`],
      ['hiatus', t`On hiatus`],
      ['abandoned', t`Abandoned`],
      ['unknown', t`Unknown`],
    ],
  },
  language: { label: t`Language`, family: 'text', part: 'about', choices: LANGUAGES },
  readingDirection: {
    label: t`Reading direction`,
    family: 'text',
    part: 'about',
    choices: [
      ['ltr', t`Left to right`],
      ['rtl', t`Right to left`],
      ['ttb', t`Top to bottom`],
      ['webtoon', t`Webtoon`],
    ],
  },
  ageRating: { label: t`Age rating`, family: 'number', part: 'about' },
  summary: { label: t`Summary`, family: 'text', part: 'about' },
  titleSort: { label: t`Title for sorting`, family: 'text', part: 'about', always: true },
  ...READING_BOTH,
  userRating: { label: t`My rating (1 to 100)`, family: 'number', part: 'reading' },
  hasUserRating: {
    label: t`Rated by me`,
    family: 'boolean',
    part: 'reading',
    says: [t`I rated it`, t`I did not rate it`],
  },
  communityRating: { label: t`Everybody’s rating (1 to 100)`, family: 'number', part: 'reading' },
  bookCount: { label: t`Number of books`, family: 'number', part: 'contents', always: true },
  totalVolumeCount: { label: t`Volumes published`, family: 'number', part: 'contents' },
  totalChapterCount: { label: t`Chapters published`, family: 'number', part: 'contents' },
  completion: {
    label: t`Complete here`,
    family: 'boolean',
    part: 'contents',
    says: [t`All volumes are here`, t`Volumes are missing`],
  },
  hasError: {
    label: t`Broken books`,
    family: 'boolean',
    part: 'contents',
    says: [t`Some book cannot be opened`, t`Every book can be opened`],
  },
  libraryId: { label: t`Library`, family: 'uuid', part: 'place', always: true },
  inCollection: {
    label: t`Collections`,
    family: 'boolean',
    part: 'place',
    says: [t`It is in a collection`, t`It is in no collection`],
  },
  hasExternalSourceId: {
    label: t`Outside catalogues`,
    family: 'boolean',
    part: 'place',
    says: [t`An outside catalogue knows it`, t`No outside catalogue knows it`],
  },
  isTracked: {
    label: t`Releases`,
    family: 'boolean',
    part: 'place',
    says: [t`Its releases are tracked`, t`Its releases are not tracked`],
  },
  sharingTag: { label: t`Sharing tag`, family: 'text', part: 'place' },
  path: { label: t`Folder`, family: 'text', part: 'place' },
  ...DATES_OF_BOTH,
};
