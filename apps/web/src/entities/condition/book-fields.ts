import { t } from '@lingui/core/macro';
import type { BOOK_FILTER_FIELDS, BookFilterField } from '@lectern/contract';
import { BOOK_FORMATS, FORMAT_IDS } from '@lectern/contract/book-formats';
import { nameUnit } from '#lib/format.ts';
import { type FieldWords, LANGUAGES } from './field-words.ts';
import { ABOUT_BOTH, DATES_OF_BOTH, READING_BOTH } from './shared-fields.ts';

type Words<Field extends BookFilterField> = FieldWords & { readonly family: (typeof BOOK_FILTER_FIELDS)[Field] };

export const BOOK_FIELDS: { readonly [Field in BookFilterField]: Words<Field> } = {
  title: { label: t`Title`, family: 'text', part: 'about', always: true },
  seriesName: { label: t`Series title`, family: 'text', part: 'about', always: true },
  ...ABOUT_BOTH,
  bookType: {
    label: t`Book type`,
    family: 'text',
    part: 'about',
    choices: [
      ['comic', t`Comic`],
      ['manga', t`Manga`],
      ['novel', t`Novel`],
      ['novella', t`Novella`],
      ['anthology', t`Anthology`],
      ['artbook', t`Art book`],
      ['oneshot', t`One-shot`],
      ['omnibus', t`Omnibus`],
      ['graphic_novel', t`Graphic novel`],
      ['magazine', t`Magazine`],
    ],
  },
  language: { label: t`Language`, family: 'text', part: 'about', choices: LANGUAGES },
  isbn: { label: 'ISBN', family: 'text', part: 'about' },
  summary: { label: t`Summary`, family: 'text', part: 'about' },
  titleSort: { label: t`Sort title`, family: 'text', part: 'about', always: true },
  ...READING_BOTH,
  inReadList: {
    label: t`Reading lists`,
    family: 'boolean',
    part: 'reading',
    says: [t`In a reading list`, t`Not in a reading list`],
  },
  number: { label: t`Number in series`, family: 'number', part: 'contents' },
  volume: { label: t`Volume`, family: 'number', part: 'contents' },
  chapter: { label: t`Chapter`, family: 'number', part: 'contents' },
  pageCount: { label: t`Number of pages`, family: 'number', part: 'contents', always: true },
  fileSize: {
    label: t`File size`,
    family: 'number',
    part: 'contents',
    unit: { words: nameUnit('megabyte'), size: 1_000_000 },
    always: true,
  },
  format: {
    label: t`Format`,
    family: 'text',
    part: 'contents',
    choices: FORMAT_IDS.map((id) => [id, BOOK_FORMATS[id].label]),
    always: true,
  },
  hasError: {
    label: t`Broken`,
    family: 'boolean',
    part: 'contents',
    says: [t`Cannot be opened`, t`Can be opened`],
  },
  analyzed: {
    label: t`Analyzed`,
    family: 'boolean',
    part: 'contents',
    says: [t`Analyzed`, t`Not analyzed yet`],
  },
  libraryId: { label: t`Library`, family: 'uuid', part: 'place', always: true },
  seriesId: { label: t({ message: 'Series', context: 'one' }), family: 'uuid', part: 'place', always: true },
  path: { label: t`File`, family: 'text', part: 'place', always: true },
  ...DATES_OF_BOTH,
};
