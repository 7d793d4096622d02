import { t } from '@lingui/core/macro';
import { type FieldWords, MAY_BE_NEVER, READ_STATES, YEARS } from './field-words.ts';

type Fields = Readonly<Record<string, FieldWords>>;

export const ABOUT_BOTH = {
  genre: { label: t`Genre`, family: 'text', part: 'about', suggests: 'genre' },
  tag: { label: t`Tag`, family: 'text', part: 'about', suggests: 'tag' },
  author: { label: t`Creator`, family: 'text', part: 'about', suggests: 'person' },
  publisher: { label: t`Publisher`, family: 'text', part: 'about', suggests: 'publisher' },
  imprint: { label: t`Imprint`, family: 'text', part: 'about' },
  year: { label: t`Year`, family: 'number', part: 'about', ...YEARS, isYear: true },
} as const satisfies Fields;

/** Reading fields of both, for the signed-in user. */
export const READING_BOTH = {
  readStatus: { label: t`Read status`, family: 'choice', part: 'reading', choices: READ_STATES, always: true },
  wantToRead: {
    label: t`Want to read`,
    family: 'boolean',
    part: 'reading',
    says: [t`On Want to read`, t`Not on Want to read`],
  },
  dateRead: { label: t`Last read`, family: 'date', part: 'reading', ...MAY_BE_NEVER },
} as const satisfies Fields;

export const DATES_OF_BOTH = {
  dateAdded: { label: t`Date added`, family: 'date', part: 'place', always: true },
  dateUpdated: { label: t`Date changed`, family: 'date', part: 'place', always: true },
} as const satisfies Fields;
