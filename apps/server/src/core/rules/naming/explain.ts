import type { NamedBy, PlacedBy } from './decision.ts';

const quoted = (text: string): string => `"${text}"`;

type Sentence = (input: string, result: string) => string;

const SERIES: Readonly<Record<PlacedBy['rule'], Sentence>> = {
  folder: (input, result) => `The file lies in the folder ${quoted(input)}, which is the series ${quoted(result)}.`,
  'file-in-root': (_input, result) =>
    `The file lies in no folder of the library, so it is the series ${quoted(result)} of its own.`,
  'file-without-series-folder': (input, result) =>
    `The file ${quoted(input)} lies in no folder that is a series, so it is in ${quoted(result)}.`,
  'file-name-pattern': (input, result) =>
    `A pattern for file names finds the series ${quoted(result)} in ${quoted(input)}.`,
  'file-name-start': (input, result) => `The file name ${quoted(input)} begins with the series ${quoted(result)}.`,
  'file-name': (input, result) => `The file name ${quoted(input)} says nothing but the series ${quoted(result)}.`,
  'stated-series': (input) => `The book, or a file beside it, states the series ${quoted(input)}.`,
  'no-stated-series': (input, result) => `The book ${quoted(input)} states no series, so it is in ${quoted(result)}.`,
  'calibre-title': (input, result) =>
    `The folder ${quoted(input)} names the title, which is the series ${quoted(result)}.`,
  'calibre-author': (input, result) => `The author ${quoted(input)} is the series ${quoted(result)}.`,
  'path-pattern': (input, result) =>
    `The pattern of the library matches ${quoted(input)} in the path, which makes the series ${quoted(result)}.`,
  'path-pattern-missed': (input, result) =>
    `The pattern of the library does not match ${quoted(input)}, so the folder is the series ${quoted(result)}.`,
};

const TITLES: Readonly<Record<NamedBy['title']['rule'], Sentence>> = {
  'file-name': (input) => `The title is the file name ${quoted(input)}.`,
  'stated-title': (input) => `The book states the title ${quoted(input)}.`,
  'no-stated-title': (input) => `The book states no title, so it is the file name ${quoted(input)}.`,
  'generic-title': (input, result) =>
    `The stated title ${quoted(input)} says only where the book stands, so it is the file name ${quoted(result)}.`,
  'series-and-number': (input, result) => `Series and number (${input}) make the title ${quoted(result)}.`,
  'title-without-number': (input) => `The book has no number, so its title is the file name ${quoted(input)}.`,
  'title-pattern': (input, result) =>
    `The pattern of the library makes the title ${quoted(result)} of the file name ${quoted(input)}.`,
  'title-pattern-missed': (input, result) =>
    `The pattern of the library finds no title in ${quoted(input)}, so it is ${quoted(result)}.`,
  'title-template': (input, result) =>
    `The template ${quoted(input)} of the library makes the title ${quoted(result)}.`,
  'title-template-missed': (_input, result) =>
    `The template of the library makes no title, so it is ${quoted(result)}.`,
  'locked-title': (_input, result) => `Somebody locked the title ${quoted(result)}.`,
};

const NUMBERS: Readonly<Record<NamedBy['number']['rule'], Sentence>> = {
  'stated-number': (input) => `The book states the number ${quoted(input)}.`,
  'file-name-number': (input, result) => `The file name ${quoted(input)} says the number ${quoted(result)}.`,
  'file-order': (_input, result) => `The number ${quoted(result)} is the place of the file among those of its series.`,
  'no-number': (input) => (input === '' ? 'The book states no number.' : `There is no number in ${quoted(input)}.`),
  'locked-number': (_input, result) =>
    result === '' ? 'Somebody locked the number as none.' : `Somebody locked the number ${quoted(result)}.`,
};

/** Explains the series of a book in one sentence. */
export function explainSeries({ rule, input }: PlacedBy, series: string): string {
  return SERIES[rule](input, series);
}

/** Explains the title of a book in one sentence. */
export function explainTitle({ rule, input }: NamedBy['title'], title: string): string {
  return TITLES[rule](input, title);
}

/** Explains the number of a book in one sentence. */
export function explainNumber({ rule, input }: NamedBy['number'], number: string | null): string {
  return NUMBERS[rule](input, number ?? '');
}
