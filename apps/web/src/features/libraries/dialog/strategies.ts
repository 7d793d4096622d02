import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import type { ListedChoice } from '#ui/controls/choice-list.tsx';

export type SeriesStrategy = Library['seriesStrategy'];
export type BookStrategy = Library['bookStrategy'];
type NumberStrategy = Library['numberStrategy'];

/** A file of an example, and the pattern that is used on it. */
function matched(file: string, pattern: string): string {
  return t`${file} with ${pattern}`;
}

/** What the metadata of an example says. */
function stated(value: string, file?: string): string {
  return file === undefined ? t`Metadata: “${value}”` : t`${file}, metadata: “${value}”`;
}

function unstated(file: string): string {
  return t`${file}, no metadata`;
}

export const SERIES_CHOICES: readonly ListedChoice<SeriesStrategy>[] = [
  {
    value: 'series_volume',
    label: t`One folder per series`,
    sentence: t`The folder of a book is its series, whatever is above it.`,
    example: ['Saga/Saga 01.cbz', 'Saga'],
  },
  {
    value: 'series_volume_chapter',
    label: t`Chapters in volume folders`,
    sentence: t`The same, with the volume from the folder above and the chapter from the file name.`,
    example: ['Volume 2/Naruto/Chapter 014.cbz', t`Naruto, volume 2, chapter 14`],
  },
  {
    value: 'flat',
    label: t`Everything in one folder`,
    sentence: t`Folders do not count. The start of the file name is the series.`,
    example: ['[Saga] 01.cbz', 'Saga'],
  },
  {
    value: 'publisher_hierarchy',
    label: t`Publisher, then series`,
    sentence: t`The top folders are publishers. The folder of a book is its series.`,
    example: ['Image/Saga/Saga 01.cbz', t`Saga, published by Image`],
  },
  {
    value: 'calibre',
    label: t`Calibre library`,
    sentence: t`Author folders with a folder for each title, as Calibre makes them.`,
    example: ['Ann Leckie/Ancillary Sword (12)/book.epub', t`The series in the metadata`],
  },
  {
    value: 'metadata',
    label: t`Series in the metadata`,
    sentence: t`Folders do not count. A book without a series stands alone.`,
    example: [unstated('Novels/Emma.epub'), 'Emma'],
  },
  {
    value: 'custom',
    label: t`Custom pattern`,
    sentence: t`A regular expression finds the series in the path of a book.`,
    example: [matched('Saga/v01/1.cbz', String.raw`(?<series>[^/]+)/v\d+`), 'Saga'],
  },
];

export const TITLE_CHOICES: readonly ListedChoice<BookStrategy>[] = [
  {
    value: 'by_format',
    label: t`By format`,
    sentence: t`Comics by file name, EPUB and PDF by the title in the metadata.`,
    example: [stated('Emma', 'austen.epub'), 'Emma'],
  },
  {
    value: 'filename',
    label: t`File name`,
    sentence: t`As on the disk, without its extension.`,
    example: ['Saga 03.cbz', 'Saga 03'],
  },
  {
    value: 'metadata_first',
    label: t`Title in the metadata`,
    sentence: t`The file name if there is none.`,
    example: [stated('The Will'), 'The Will'],
  },
  {
    value: 'smart',
    label: t`Whichever says more`,
    sentence: t`The title in the metadata, unless it is only a number such as “Vol. 3”. Then the file name.`,
    example: [stated('Vol. 3', 'Saga 03.cbz'), 'Saga 03'],
  },
  {
    value: 'series_name',
    label: t`Series and number`,
    sentence: t`All books of a series get its name and their number.`,
    example: [t`Third book of Saga`, 'Saga v.03'],
  },
  {
    value: 'custom',
    label: t`Custom pattern`,
    sentence: t`A regular expression takes title, volume and chapter from the file name.`,
    example: [matched('03 - The Will.cbz', String.raw`\d+ - (?<title>.+)`), 'The Will'],
  },
];

export const NUMBER_CHOICES: readonly ListedChoice<NumberStrategy>[] = [
  {
    value: 'file_order',
    label: t`File order`,
    sentence: t`The place of a file among the files of its series.`,
    example: [t`Third file`, '3'],
  },
  {
    value: 'metadata',
    label: t`Number in the metadata`,
    sentence: t`Books without one have no number.`,
    example: [stated('12'), '12'],
  },
  {
    value: 'filename',
    label: t`Number in the file name`,
    sentence: t`Books without one have no number.`,
    example: ['Saga #07.cbz', '7'],
  },
  {
    value: 'smart',
    label: t`First one found`,
    sentence: t`The number in the metadata, else in the file name, else the file order.`,
    example: [unstated('Saga #07.cbz'), '7'],
  },
];

export function getLabel<Value extends string>(choices: readonly ListedChoice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
