import type { Library } from '@lectern/contract';
import type { ListedChoice } from '#ui/controls/choice-list.tsx';

export type SeriesStrategy = Library['seriesStrategy'];
export type BookStrategy = Library['bookStrategy'];
type NumberStrategy = Library['numberStrategy'];

export const SERIES_CHOICES: readonly ListedChoice<SeriesStrategy>[] = [
  {
    value: 'series_volume',
    label: 'One folder is one series',
    sentence: 'The folder that a book lies in is its series, whatever lies above it.',
    example: ['Saga/Saga 01.cbz', 'Saga'],
  },
  {
    value: 'series_volume_chapter',
    label: 'Chapters in volume folders',
    sentence: 'The same, and a volume folder above and the number in the name say which volume and chapter it is.',
    example: ['Volume 2/Naruto/Chapter 014.cbz', 'Naruto, volume 2, chapter 14'],
  },
  {
    value: 'flat',
    label: 'Everything in one folder',
    sentence: 'Folders do not count: the beginning of the file name says the series.',
    example: ['[Saga] 01.cbz', 'Saga'],
  },
  {
    value: 'publisher_hierarchy',
    label: 'Publisher, then series',
    sentence: 'The folders at the top are publishers, and the folder of a book is its series.',
    example: ['Image/Saga/Saga 01.cbz', 'Saga, published by Image'],
  },
  {
    value: 'calibre',
    label: 'A Calibre library',
    sentence: 'Folders of authors with a folder for each title, as Calibre makes them.',
    example: ['Ann Leckie/Ancillary Sword (12)/book.epub', 'the series that the book states'],
  },
  {
    value: 'custom',
    label: 'Own pattern',
    sentence: 'A regular expression finds the series in the path of a book.',
    example: ['Saga/v01/1.cbz by (?<series>[^/]+)/v\\d+', 'Saga'],
  },
];

export const TITLE_CHOICES: readonly ListedChoice<BookStrategy>[] = [
  {
    value: 'filename',
    label: 'The file name',
    sentence: 'Without its ending, as it stands on the disk.',
    example: ['Saga 03.cbz', 'Saga 03'],
  },
  {
    value: 'metadata_first',
    label: 'The title that the book states',
    sentence: 'And the file name where it states none.',
    example: ['states “The Will”', 'The Will'],
  },
  {
    value: 'smart',
    label: 'Whichever says more',
    sentence: 'The stated title, unless it only says where the book stands; then the file name.',
    example: ['Saga 03.cbz, states “Vol. 3”', 'Saga 03'],
  },
  {
    value: 'series_name',
    label: 'Series and number',
    sentence: 'All books of a series are called alike, with their number.',
    example: ['third book of Saga', 'Saga v.03'],
  },
  {
    value: 'custom',
    label: 'Own pattern',
    sentence: 'A regular expression takes the title, volume and chapter out of the file name.',
    example: ['03 - The Will.cbz by \\d+ - (?<title>.+)', 'The Will'],
  },
];

export const NUMBER_CHOICES: readonly ListedChoice<NumberStrategy>[] = [
  {
    value: 'file_order',
    label: 'The order of the files',
    sentence: 'The place of a file among those of its series.',
    example: ['third file', '3'],
  },
  {
    value: 'metadata',
    label: 'The number that the book states',
    sentence: 'And none where it states none.',
    example: ['states “12”', '12'],
  },
  {
    value: 'filename',
    label: 'The number in the file name',
    sentence: 'And none where there is none.',
    example: ['Saga #07.cbz', '7'],
  },
  {
    value: 'smart',
    label: 'Whichever there is',
    sentence: 'The stated number, else the one in the file name, else the place among the files.',
    example: ['Saga #07.cbz, states none', '7'],
  },
];

export function getLabel<Value extends string>(choices: readonly ListedChoice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
