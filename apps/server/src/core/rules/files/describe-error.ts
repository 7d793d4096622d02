import type { BookErrorType } from '@lectern/contract';
import {
  type BookReading,
  DEFAULT_LIMITS,
  type FormatError,
  type FormatProblem,
  type PageRecord,
} from '@lectern/formats';
import type { RecordedError } from '#db/repos/rows/book-errors.repo.ts';
import { failureMessage } from '#log/redact.ts';

/** Codes whose reader alone does not decide the type. */
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
  sevenzip: 'parser',
  tar: 'parser',
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

function parseReader(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function resolveErrorType(code: string): BookErrorType {
  return BY_CODE[code] ?? BY_READER[parseReader(code)] ?? 'other';
}

/** The error of an unreadable book. */
export function describeFailure(error: FormatError): RecordedError {
  const { code, message, offset } = error;
  // A reader fails on an entry only when no page is left.
  const errorType = parseReader(code) === 'entry' ? 'zero_pages' : resolveErrorType(code);
  return { errorType, message, details: { code, ...(offset === undefined ? {} : { offset }) } };
}

/** The error of an unexpectedly failed reader; retried only after a change or a request. */
export function describeUnforeseen(error: Error): RecordedError {
  return { errorType: 'other', message: `Reading the file failed unexpectedly: ${failureMessage(error)}` };
}

/** The error of a cover that could not be drawn. */
export function describeCoverFailure(error: Error): RecordedError {
  const details = 'code' in error && typeof error.code === 'string' ? { code: error.code } : undefined;
  return { errorType: 'thumbnail', message: failureMessage(error), ...(details === undefined ? {} : { details }) };
}

/** Problems of a readable book: the first of each type, with their number. */
export function describeProblems(problems: readonly FormatProblem[]): RecordedError[] {
  const byType = new Map<BookErrorType, { readonly first: FormatProblem; count: number }>();
  for (const problem of problems) {
    const type = resolveErrorType(problem.code);
    const known = byType.get(type);
    if (known === undefined) byType.set(type, { first: problem, count: 1 });
    else known.count += 1;
  }
  return [...byType].map(([errorType, { first, count }]) => {
    const more = count === 1 ? '' : ` (and ${String(count - 1)} more)`;
    return { errorType, message: `${first.message}${more}`, details: { code: first.code, count } };
  });
}

/** Joins errors of one type in one message, in the order given. */
export function joinErrors(errors: readonly RecordedError[]): RecordedError[] {
  const byType = new Map<BookErrorType, RecordedError>();
  for (const error of errors) {
    const known = byType.get(error.errorType);
    const joined = known === undefined ? error : { ...error, ...known, message: `${known.message}; ${error.message}` };
    byType.set(error.errorType, joined);
  }
  return [...byType.values()];
}

const CAUSES: Readonly<Record<string, string>> = {
  'entry.bad-checksum': 'damaged bytes',
  'entry.corrupt': 'damaged bytes',
  'entry.encrypted': 'encrypted',
  'entry.link': 'only a link to another file',
  'entry.missing': 'not in the archive',
  'entry.too-large': 'too large',
  'entry.truncated': 'cut off',
  'entry.unsupported': 'packed by a method that cannot be unpacked',
  'image.too-large': 'too many pixels',
  'image.truncated': 'damaged header',
  'image.unknown': 'no picture of a known type',
  'pdf.bad-page': 'damaged page',
  'zip.bad-entry': 'damaged entry',
};
const MAX_RUNS = 20;
const UNKNOWN_TYPE = 'application/octet-stream';

function describeCause(code: string): string {
  return CAUSES[code] ?? `unreadable (${code})`;
}

/** Why no bytes of a page can be sent. */
function findLoss({ source, width }: PageRecord): string | undefined {
  if (source.kind === 'unreadable') return describeCause(source.code);
  return source.kind === 'pdf' && width === null ? describeCause('pdf.bad-page') : undefined;
}

function findDamage(page: PageRecord): string | undefined {
  const loss = findLoss(page);
  if (loss !== undefined || page.source.kind === 'pdf') return loss;
  if (page.mediaType === UNKNOWN_TYPE) return describeCause('image.unknown');
  if (page.width === null || page.height === null) return describeCause('image.truncated');
  return page.width * page.height > DEFAULT_LIMITS.pixels ? describeCause('image.too-large') : undefined;
}

/** The page of a problem, whose message begins with `Page "name"`. */
function pageNameIn({ message }: FormatProblem): string | undefined {
  return /^Page "(.*?)"(?::| )/u.exec(message)?.[1];
}

/** `4, 7 to 9`, for sorted pages. */
function nameRuns(pages: readonly number[]): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.last === page - 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  const named = runs.slice(0, MAX_RUNS).map(({ first, last }) => {
    if (first === last) return String(first);
    return last === first + 1 ? `${String(first)}, ${String(last)}` : `${String(first)} to ${String(last)}`;
  });
  return `${named.join(', ')}${runs.length > MAX_RUNS ? ' and others' : ''}`;
}

function describe(damages: ReadonlyMap<number, string>, pageCount: number): string {
  const byCause = new Map<string, number[]>();
  for (const [page, cause] of damages) byCause.set(cause, [...(byCause.get(cause) ?? []), page]);
  const parts = [...byCause].map(([cause, pages]) => `${nameRuns(pages)} (${cause})`);
  const verb = damages.size === 1 ? 'is' : 'are';
  return `${String(damages.size)} of ${String(pageCount)} pages ${verb} damaged: ${parts.join('; ')}`;
}

interface Damage {
  readonly error: RecordedError | undefined;
  /** No page is left to send, in a book of pages. Bytes of an unknown image type are sent as they are. */
  readonly isTotal: boolean;
  readonly otherProblems: readonly FormatProblem[];
}

/** Describes the damaged pages of a book. Pictures of a text layout are no pages. */
export function describeDamage({
  pages,
  layout,
  problems,
}: Pick<BookReading, 'pages' | 'layout' | 'problems'>): Damage {
  const damages = new Map<number, string>();
  const numberByName = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    numberByName.set(page.name, index + 1);
    const cause = findDamage(page);
    if (cause !== undefined) damages.set(index + 1, cause);
  }
  const otherProblems: FormatProblem[] = [];
  for (const problem of problems) {
    const page = problem.code === 'pdf.bad-page' ? undefined : numberByName.get(pageNameIn(problem) ?? '');
    if (page !== undefined) damages.set(page, damages.get(page) ?? describeCause(problem.code));
    else if (problem.code !== 'pdf.bad-page') otherProblems.push(problem);
  }
  if (damages.size === 0) return { error: undefined, isTotal: false, otherProblems };
  const inOrder = new Map([...damages].toSorted(([one], [other]) => one - other));
  const isTotal = layout === 'pages' && pages.every((page) => findLoss(page) !== undefined);
  const numbers = nameRuns([...inOrder.keys()]);
  const error: RecordedError = {
    errorType: isTotal ? 'zero_pages' : 'page_extraction',
    message: describe(inOrder, pages.length),
    details: { pages: numbers, count: inOrder.size },
  };
  return { error, isTotal, otherProblems };
}
