import type { BOOK_FILTER_FIELDS, BookFilterField } from '@lectern/contract';
import { BOOK_FORMATS, FORMAT_IDS } from '@lectern/contract/book-formats';
import { type FieldWords, LANGUAGES } from './field-words.ts';
import { ABOUT_BOTH, DATES_OF_BOTH, READING_BOTH } from './shared-fields.ts';

type Words<Field extends BookFilterField> = FieldWords & { readonly family: (typeof BOOK_FILTER_FIELDS)[Field] };

export const BOOK_FIELDS: { readonly [Field in BookFilterField]: Words<Field> } = {
  title: { label: 'Title', family: 'text', part: 'About', always: true },
  seriesName: { label: 'Name of the series', family: 'text', part: 'About', always: true },
  ...ABOUT_BOTH,
  bookType: {
    label: 'Kind of book',
    family: 'text',
    part: 'About',
    choices: [
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
    ],
  },
  language: { label: 'Language', family: 'text', part: 'About', choices: LANGUAGES },
  isbn: { label: 'ISBN', family: 'text', part: 'About' },
  summary: { label: 'Summary', family: 'text', part: 'About' },
  titleSort: { label: 'Title for sorting', family: 'text', part: 'About', always: true },
  ...READING_BOTH,
  inReadList: {
    label: 'Reading lists',
    family: 'boolean',
    part: 'Reading',
    says: ['It is in a reading list', 'It is in no reading list'],
  },
  number: { label: 'Number in the series', family: 'number', part: 'Contents' },
  volume: { label: 'Volume', family: 'number', part: 'Contents' },
  chapter: { label: 'Chapter', family: 'number', part: 'Contents' },
  pageCount: { label: 'Number of pages', family: 'number', part: 'Contents', always: true },
  fileSize: {
    label: 'Size of the file',
    family: 'number',
    part: 'Contents',
    unit: { words: 'MB', size: 1_000_000 },
    always: true,
  },
  format: {
    label: 'Format',
    family: 'text',
    part: 'Contents',
    choices: FORMAT_IDS.map((id) => [id, BOOK_FORMATS[id].label]),
    always: true,
  },
  hasError: {
    label: 'Broken',
    family: 'boolean',
    part: 'Contents',
    says: ['It cannot be opened', 'It can be opened'],
  },
  analyzed: {
    label: 'Prepared',
    family: 'boolean',
    part: 'Contents',
    says: ['It is ready to be read', 'It is still being prepared'],
  },
  libraryId: { label: 'Library', family: 'uuid', part: 'Where and when', always: true },
  seriesId: { label: 'Series', family: 'uuid', part: 'Where and when', always: true },
  path: { label: 'File', family: 'text', part: 'Where and when', always: true },
  ...DATES_OF_BOTH,
};
