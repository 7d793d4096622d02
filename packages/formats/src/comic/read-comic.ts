import { type Container, type ContainerEntry } from '../container.ts';
import { FormatError, type FormatErrorCode } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { sortNaturally } from '../natural-order.ts';
import { type BookFormat, type FormatProblem, type ReaderResult } from '../reading.ts';
import { orderCovers, readCover } from './choose-cover.ts';
import { type ComicDocuments, readComicDocuments } from './comic-documents.ts';
import { isPageName } from './page-names.ts';
import { type ProbedPage, probePages } from './probe-pages.ts';

const FORMATS: Readonly<Record<Container['kind'], BookFormat>> = {
  zip: 'cbz',
  rar4: 'cbr',
  rar5: 'cbr',
  tar: 'cbt',
  sevenzip: 'cb7',
};

const MAX_PROBLEMS = 100;

/**
 * Reads a comic: pages in natural order with type and size, metadata documents, cover.
 * @throws {FormatError} `comic.no-pages`, or the code of the first page when none can be read
 */
export async function readComic(container: Container, limits: Limits): Promise<ReaderResult> {
  const entries = listPages(container);
  if (entries.length === 0) throw new FormatError('comic.no-pages', 'The archive holds no pictures');
  const { pages, problems } = await probePages(container, entries, limits);
  refuseUnreadable(pages, container.kind);
  const documents = await readComicDocuments(container, limits);
  const candidates = orderCovers(pages, documents, limits);
  const chosen = await readCover(container, candidates);
  return {
    format: FORMATS[container.kind],
    layout: 'pages',
    pages: pages.map((page) => page.record),
    pageCount: pages.length,
    metadata: documents.metadata,
    cover: chosen.cover,
    problems: boundProblems([...container.problems, ...problems, ...documents.problems, ...chosen.problems]),
    epub: null,
    outline: toOutline(documents.bookmarks, pages.length),
  };
}

function toOutline(bookmarks: ComicDocuments['bookmarks'], pageCount: number): ReaderResult['outline'] {
  return bookmarks
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, title }) => ({ title, pageIndex: index < pageCount ? index : null, children: [] }));
}

function listPages(container: Container): readonly ContainerEntry[] {
  const pages = container.entries.filter((entry) => !entry.isDirectory && isPageName(entry.name));
  return sortNaturally(pages, (entry) => entry.name);
}

/** Refuses a book without a readable page, with the reason of the first page. */
function refuseUnreadable(pages: readonly ProbedPage[], kind: Container['kind']): void {
  const codes = pages.map(({ record }) => (record.source.kind === 'unreadable' ? record.source.code : undefined));
  const [first] = codes;
  if (first === undefined || codes.includes(undefined)) return;
  const code = ALL_UNREADABLE.get(first);
  if (first === 'entry.encrypted') {
    throw new FormatError(ENCRYPTED[kind], 'Every page is encrypted');
  }
  throw new FormatError(code ?? 'entry.corrupt', `None of the ${pages.length} pages can be read: ${first}`);
}

const ENCRYPTED: Readonly<Record<Container['kind'], FormatErrorCode>> = {
  zip: 'zip.encrypted',
  rar4: 'rar.encrypted',
  rar5: 'rar.encrypted',
  sevenzip: 'sevenzip.encrypted',
  // A tar archive is never encrypted.
  tar: 'entry.encrypted',
};

const ALL_UNREADABLE: ReadonlyMap<string, FormatErrorCode> = new Map(
  (
    ['entry.unsupported', 'entry.truncated', 'entry.too-large', 'entry.link', 'entry.missing', 'zip.bad-entry'] as const
  ).map((code) => [code, code]),
);

function boundProblems(problems: readonly FormatProblem[]): readonly FormatProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const more = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), { code: 'problems.more', message: `There are ${more} more problems` }];
}
