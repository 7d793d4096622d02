import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import type { ListedChoice } from '#ui/controls/choice-list.tsx';

export type SeriesStrategy = Library['seriesStrategy'];
export type BookStrategy = Library['bookStrategy'];
type NumberStrategy = Library['numberStrategy'];

export const SERIES_CHOICES: readonly ListedChoice<SeriesStrategy>[] = [
  {
    value: 'series_volume',
    label: t`One folder is one series`,
    sentence: t`The folder that a book lies in is its series, whatever lies above it.`,
    example: [t`Saga/Saga 01.cbz`, t`Saga`],
  },
  {
    value: 'series_volume_chapter',
    label: t`Chapters in volume folders`,
    sentence: t`The same, and a volume folder above and the number in the name say which volume and chapter it is.`,
    example: [t`Volume 2/Naruto/Chapter 014.cbz`, t`Naruto, volume 2, chapter 14`],
  },
  {
    value: 'flat',
    label: t`Everything in one folder`,
    sentence: t`Folders do not count: the beginning of the file name says the series.`,
    example: ['[Saga] 01.cbz', t`Saga`],
  },
  {
    value: 'publisher_hierarchy',
    label: t`Publisher, then series`,
    sentence: t`The folders at the top are publishers, and the folder of a book is its series.`,
    example: [t`Image/Saga/Saga 01.cbz`, t`Saga, published by Image`],
  },
  {
    value: 'calibre',
    label: t`A Calibre library`,
    sentence: t`Folders of authors with a folder for each title, as Calibre makes them.`,
    example: [t`Ann Leckie/Ancillary Sword (12)/book.epub`, t`the series that the book states`],
  },
  {
    value: 'custom',
    label: t`Own pattern`,
    sentence: t`A regular expression finds the series in the path of a book.`,
    example: [t`Saga/v01/1.cbz by (?<series>[^/]+)/v\\d+`, t`Saga`],
  },
];

export const TITLE_CHOICES: readonly ListedChoice<BookStrategy>[] = [
  {
    value: 'filename',
    label: t`The file name`,
    sentence: t`Without its ending, as it stands on the disk.`,
    example: [t`Saga 03.cbz`, t`Saga 03`],
  },
  {
    value: 'metadata_first',
    label: t`The title that the book states`,
    sentence: t`And the file name where it states none.`,
    example: ['states “The Will”', t`The Will`],
  },
  {
    value: 'smart',
    label: t`Whichever says more`,
    sentence: t`The stated title, unless it only says where the book stands; then the file name.`,
    example: [t`Saga 03.cbz, states “Vol. 3”`, t`Saga 03`],
  },
  {
    value: 'series_name',
    label: t`Series and number`,
    sentence: t`All books of a series are called alike, with their number.`,
    example: [t`third book of Saga`, t`Saga v.03`],
  },
  {
    value: 'custom',
    label: t`Own pattern`,
    sentence: t`A regular expression takes the title, volume and chapter out of the file name.`,
    example: ['03 - The Will.cbz by \\d+ - (?<title>.+)', t`The Will`],
  },
];

export const NUMBER_CHOICES: readonly ListedChoice<NumberStrategy>[] = [
  {
    value: 'file_order',
    label: t`The order of the files`,
    sentence: t`The place of a file among those of its series.`,
    example: [t`third file`, '3'],
  },
  {
    value: 'metadata',
    label: t`The number that the book states`,
    sentence: t`And none where it states none.`,
    example: ['states “12”', '12'],
  },
  {
    value: 'filename',
    label: t`The number in the file name`,
    sentence: t`And none where there is none.`,
    example: [t`Saga #07.cbz`, '7'],
  },
  {
    value: 'smart',
    label: t`Whichever there is`,
    sentence: t`The stated number, else the one in the file name, else the place among the files.`,
    example: [t`Saga #07.cbz, states none`, '7'],
  },
];

export function getLabel<Value extends string>(choices: readonly ListedChoice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
