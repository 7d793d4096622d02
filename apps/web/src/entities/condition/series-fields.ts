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
  titleSort: { label: t`Sort title`, family: 'text', part: 'about', always: true },
  ...READING_BOTH,
  userRating: {
    label: t`Your rating`,
    menuLabel: t`Your rating (1 to 100)`,
    family: 'number',
    part: 'reading',
  },
  hasUserRating: {
    label: t`Rated`,
    family: 'boolean',
    part: 'reading',
    says: [t`Rated by you`, t`Not rated by you`],
  },
  communityRating: {
    label: t`Average rating`,
    menuLabel: t`Average rating (1 to 100)`,
    family: 'number',
    part: 'reading',
  },
  bookCount: { label: t`Number of books`, family: 'number', part: 'contents', always: true },
  totalVolumeCount: { label: t`Total volumes`, family: 'number', part: 'contents' },
  totalChapterCount: { label: t`Total chapters`, family: 'number', part: 'contents' },
  completion: {
    label: t`Complete`,
    family: 'boolean',
    part: 'contents',
    says: [t`Has all volumes`, t`Volumes are missing`],
  },
  hasGaps: {
    label: t`Missing books`,
    family: 'boolean',
    part: 'contents',
    says: [t`Books are missing in between`, t`No books are missing in between`],
  },
  hasError: {
    label: t`Broken books`,
    family: 'boolean',
    part: 'contents',
    says: [t`Has books that cannot be opened`, t`All books can be opened`],
  },
  libraryId: { label: t`Library`, family: 'uuid', part: 'place', always: true },
  inCollection: {
    label: t`Collections`,
    family: 'boolean',
    part: 'place',
    says: [t`In a collection`, t`Not in a collection`],
  },
  hasExternalSourceId: {
    label: t`External IDs`,
    family: 'boolean',
    part: 'place',
    says: [t`Has an external ID`, t`Has no external ID`],
  },
  isTracked: {
    label: t`Releases`,
    family: 'boolean',
    part: 'place',
    says: [t`Releases are tracked`, t`Releases are not tracked`],
  },
  sharingTag: { label: t`Sharing tag`, family: 'text', part: 'place' },
  path: { label: t`Folder`, family: 'text', part: 'place' },
  ...DATES_OF_BOTH,
};
