import { type BookReading, DEFAULT_LIMITS, type FormatProblem, type PageRecord } from '@lectern/formats';
import type { RecordedError } from '#db/repos/catalog/book-errors.repo.ts';

/** Why a page cannot be shown, by the code of its entry. */
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
/** Runs of pages that are named; the rest is a number. */
const MAX_RUNS = 20;
const UNKNOWN_TYPE = 'application/octet-stream';

function causeOf(code: string): string {
  return CAUSES[code] ?? `unreadable (${code})`;
}

/** Why nothing of a page can be sent. */
function lossOf({ source, width }: PageRecord): string | undefined {
  if (source.kind === 'unreadable') return causeOf(source.code);
  return source.kind === 'pdf' && width === null ? causeOf('pdf.bad-page') : undefined;
}

/** What the record of a page itself says, or undefined when it is as it should be. */
function damageOf(page: PageRecord): string | undefined {
  const loss = lossOf(page);
  if (loss !== undefined || page.source.kind === 'pdf') return loss;
  if (page.mediaType === UNKNOWN_TYPE) return causeOf('image.unknown');
  if (page.width === null || page.height === null) return causeOf('image.truncated');
  return page.width * page.height > DEFAULT_LIMITS.pixels ? causeOf('image.too-large') : undefined;
}

/** Problems of single pages begin with `Page "name"`. */
function pageNameIn({ message }: FormatProblem): string | undefined {
  return /^Page "(.*?)"(?::| )/u.exec(message)?.[1];
}

/** `4, 7 to 9`, of pages in order. */
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

/** Damaged pages of a book that can be read, and the oddities that are not theirs. */
export interface Damage {
  /** Undefined when every page is whole. */
  readonly error: RecordedError | undefined;
  /** True when no page is left to send, of a book that consists of pages; bytes that are no known picture go out as they are. */
  readonly isTotal: boolean;
  readonly otherProblems: readonly FormatProblem[];
}

/** Says which pages of a book are damaged, by number, and why. Pictures of a text are not its pages. */
export function describeDamage({
  pages,
  layout,
  problems,
}: Pick<BookReading, 'pages' | 'layout' | 'problems'>): Damage {
  const damages = new Map<number, string>();
  const numberOf = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    numberOf.set(page.name, index + 1);
    const cause = damageOf(page);
    if (cause !== undefined) damages.set(index + 1, cause);
  }
  const otherProblems: FormatProblem[] = [];
  for (const problem of problems) {
    const page = problem.code === 'pdf.bad-page' ? undefined : numberOf.get(pageNameIn(problem) ?? '');
    if (page !== undefined) damages.set(page, damages.get(page) ?? causeOf(problem.code));
    else if (problem.code !== 'pdf.bad-page') otherProblems.push(problem);
  }
  if (damages.size === 0) return { error: undefined, isTotal: false, otherProblems };
  const inOrder = new Map([...damages].toSorted(([one], [other]) => one - other));
  const isTotal = layout === 'pages' && pages.every((page) => lossOf(page) !== undefined);
  const numbers = nameRuns([...inOrder.keys()]);
  const error: RecordedError = {
    errorType: isTotal ? 'zero_pages' : 'page_extraction',
    message: describe(inOrder, pages.length),
    details: { pages: numbers, count: inOrder.size },
  };
  return { error, isTotal, otherProblems };
}
