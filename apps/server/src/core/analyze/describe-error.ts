import type { BookErrorType } from '@lectern/contract';
import type { FormatError, FormatProblem } from '@lectern/formats';
import type { RecordedError } from '#db/repos/catalog/book-errors.repo.ts';
import { failureMessage } from '#jobs/failure.ts';

/** Codes that say more than the part before their dot. */
const BY_CODE: Readonly<Record<string, BookErrorType>> = {
  'file.unknown': 'format_detection',
  'file.empty': 'format_detection',
  'sevenzip.unsupported': 'format_detection',
  'comic.no-pages': 'zero_pages',
  'pdf.no-pages': 'zero_pages',
  'pdf.bad-page': 'page_extraction',
  'pdf.render': 'pdf_rendering',
};

const BY_READER: Readonly<Record<string, BookErrorType>> = {
  file: 'parser',
  zip: 'parser',
  rar: 'parser',
  epub: 'parser',
  pdf: 'parser',
  limit: 'parser',
  entry: 'page_extraction',
  image: 'page_extraction',
  comic: 'page_extraction',
  xml: 'metadata',
  metadata: 'metadata',
  'comic-info': 'metadata',
  'comic-book-info': 'metadata',
  'metron-info': 'metadata',
  comet: 'metadata',
  'metadata-opf': 'metadata',
};

function readerOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

/** The kind of error that owners see for a code of the format readers. */
function errorTypeOf(code: string): BookErrorType {
  return BY_CODE[code] ?? BY_READER[readerOf(code)] ?? 'other';
}

/** A book that could not be read at all. */
export function describeFailure(error: FormatError): RecordedError {
  const { code, message, offset } = error;
  // A reader gives a book up for its entries only when none of its pages is left.
  const errorType = readerOf(code) === 'entry' ? 'zero_pages' : errorTypeOf(code);
  return { errorType, message, details: { code, ...(offset === undefined ? {} : { offset }) } };
}

/** A book whose reader failed in a way nobody foresaw; it is not tried again until something changes or somebody asks. */
export function describeUnforeseen(error: Error): RecordedError {
  return { errorType: 'other', message: `Reading the file failed unexpectedly: ${failureMessage(error)}` };
}

/** A cover that could not be drawn, of a book that can be read. */
export function describeCoverFailure(error: Error): RecordedError {
  const details = 'code' in error && typeof error.code === 'string' ? { code: error.code } : undefined;
  return { errorType: 'thumbnail', message: failureMessage(error), ...(details === undefined ? {} : { details }) };
}

/** Oddities of a book that can be read: the first of each kind, with their number. */
export function describeProblems(problems: readonly FormatProblem[]): RecordedError[] {
  const byType = new Map<BookErrorType, { readonly first: FormatProblem; count: number }>();
  for (const problem of problems) {
    const type = errorTypeOf(problem.code);
    const known = byType.get(type);
    if (known === undefined) byType.set(type, { first: problem, count: 1 });
    else known.count += 1;
  }
  return [...byType].map(([errorType, { first, count }]) => {
    const more = count === 1 ? '' : ` (and ${String(count - 1)} more)`;
    return { errorType, message: `${first.message}${more}`, details: { code: first.code, count } };
  });
}

/** One error of each kind, as they are stored: what is of the same kind is said in one message, in the order given. */
export function joinErrors(errors: readonly RecordedError[]): RecordedError[] {
  const byType = new Map<BookErrorType, RecordedError>();
  for (const error of errors) {
    const known = byType.get(error.errorType);
    const joined = known === undefined ? error : { ...error, ...known, message: `${known.message}; ${error.message}` };
    byType.set(error.errorType, joined);
  }
  return [...byType.values()];
}
