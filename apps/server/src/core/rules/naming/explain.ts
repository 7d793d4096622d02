import { mark, say } from '#words/say.ts';
import type { NamedBy, PlacedBy } from './decision.ts';

/** Sentences about what a rule read (`input`) and what it made of it (`result`). */
const SERIES: Readonly<Record<PlacedBy['rule'], string>> = {
  folder: mark('The file is in the folder “{input}”, which is the series “{result}”.'),
  'file-in-root': mark('The file is in no folder of the library, so it is its own series “{result}”.'),
  'file-without-series-folder': mark(
    'The file “{input}” is in no folder that is a series, so its series is “{result}”.',
  ),
  'file-name-pattern': mark('A pattern for file names finds the series “{result}” in “{input}”.'),
  'file-name-start': mark('The file name “{input}” starts with the series “{result}”.'),
  'file-name': mark('The file name “{input}” has only the series “{result}”.'),
  'stated-series': mark('The metadata of the book names the series “{input}”.'),
  'book-alone': mark('The metadata of the book names no series, so the book stands alone as “{result}”.'),
  'no-stated-series': mark('The metadata of the book “{input}” names no series, so its series is “{result}”.'),
  'calibre-title': mark('The folder “{input}” names the title, which is the series “{result}”.'),
  'calibre-author': mark('The series “{result}” is named after the author “{input}”.'),
  'path-pattern': mark('The pattern of the library finds “{input}” in the path, which is the series “{result}”.'),
  'path-pattern-missed': mark(
    'The pattern of the library does not match “{input}”, so the folder is the series “{result}”.',
  ),
};

const TITLES: Readonly<Record<NamedBy['title']['rule'], string>> = {
  'file-name': mark('The title is the file name “{input}”.'),
  'stated-title': mark('The metadata of the book has the title “{input}”.'),
  'no-stated-title': mark('The metadata of the book has no title, so the title is the file name “{input}”.'),
  'generic-title': mark(
    'The title “{input}” in the metadata only tells the place in the series, so the title is the file name “{result}”.',
  ),
  'series-and-number': mark('The title “{result}” is made of the series and number ({input}).'),
  'title-without-number': mark('The book has no number, so the title is the file name “{input}”.'),
  'title-pattern': mark('The pattern of the library makes the title “{result}” from the file name “{input}”.'),
  'title-pattern-missed': mark('The pattern of the library finds no title in “{input}”, so the title is “{result}”.'),
  'title-template': mark('The template “{input}” of the library makes the title “{result}”.'),
  'title-template-missed': mark('The template of the library makes no title, so the title is “{result}”.'),
  'locked-title': mark('The title “{result}” is locked.'),
};

const NUMBERS: Readonly<Record<NamedBy['number']['rule'], string>> = {
  'stated-number': mark('The metadata of the book has the number “{input}”.'),
  'file-name-number': mark('The file name “{input}” has the number “{result}”.'),
  'file-order': mark('The number “{result}” is the place of the file among the files of its series.'),
  'no-number': mark('There is no number in “{input}”.'),
  'locked-number': mark('The number “{result}” is locked.'),
};

const NO_STATED_NUMBER = mark('The metadata of the book has no number.');
const LOCKED_WITHOUT_NUMBER = mark('The book is locked without a number.');

/** Explains the series of a book in one sentence. */
export function explainSeries({ rule, input }: PlacedBy, series: string): string {
  return say(SERIES[rule], { input, result: series });
}

/** Explains the title of a book in one sentence. */
export function explainTitle({ rule, input }: NamedBy['title'], title: string): string {
  return say(TITLES[rule], { input, result: title });
}

/** Explains the number of a book in one sentence. */
export function explainNumber({ rule, input }: NamedBy['number'], number: string | null): string {
  if (rule === 'no-number' && input === '') return say(NO_STATED_NUMBER);
  const result = number ?? '';
  if (rule === 'locked-number' && result === '') return say(LOCKED_WITHOUT_NUMBER);
  return say(NUMBERS[rule], { input, result });
}
