import type { BookErrorType } from '@lectern/contract';
import type { FormatError, FormatProblem } from '@lectern/formats';
import type { RecordedError } from '#db/repos/book-errors.repo.ts';

/** Codes that say more than the part before their dot. */
const BY_CODE: Readonly<Record<string, BookErrorType>> = {
  'file.unknown': 'format_detection',
  'file.empty': 'format_detection',
  'sevenzip.unsupported': 'format_detection',
  'comic.no-pages': 'zero_pages',
  'pdf.no-pages': 'zero_pages',
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
};

/** The kind of error that owners see for a code of the format readers. */
function errorTypeOf(code: string): BookErrorType {
  return BY_CODE[code] ?? BY_READER[code.slice(0, code.indexOf('.'))] ?? 'other';
}

/** A book that could not be read at all. */
export function describeFailure(error: FormatError): RecordedError {
  const { code, message, offset } = error;
  return { errorType: errorTypeOf(code), message, details: { code, ...(offset === undefined ? {} : { offset }) } };
}

/** A cover that could not be drawn, of a book that can be read. */
export function describeCoverFailure({ code, message }: FormatError): RecordedError {
  return { errorType: 'thumbnail', message, details: { code } };
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
