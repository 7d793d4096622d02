import { type FieldWords, MAY_BE_NEVER, READ_STATES, YEARS } from './field-words.ts';

type Fields = Readonly<Record<string, FieldWords>>;

export const ABOUT_BOTH = {
  genre: { label: 'Genre', family: 'text', part: 'About', suggests: 'genre' },
  tag: { label: 'Tag', family: 'text', part: 'About', suggests: 'tag' },
  author: { label: 'Person', family: 'text', part: 'About', suggests: 'person' },
  publisher: { label: 'Publisher', family: 'text', part: 'About', suggests: 'publisher' },
  imprint: { label: 'Imprint', family: 'text', part: 'About' },
  year: { label: 'Year', family: 'number', part: 'About', operators: YEARS },
} as const satisfies Fields;

/** Reading fields of both, for the signed-in user. */
export const READING_BOTH = {
  readStatus: { label: 'Read status', family: 'choice', part: 'Reading', choices: READ_STATES, always: true },
  wantToRead: {
    label: 'Want to read',
    family: 'boolean',
    part: 'Reading',
    says: ['I want to read it', 'I did not put it on Want to read'],
  },
  dateRead: { label: 'Last read', family: 'date', part: 'Reading', operators: MAY_BE_NEVER },
} as const satisfies Fields;

export const DATES_OF_BOTH = {
  dateAdded: { label: 'Added', family: 'date', part: 'Where and when', always: true },
  dateUpdated: { label: 'Changed', family: 'date', part: 'Where and when', always: true },
} as const satisfies Fields;
