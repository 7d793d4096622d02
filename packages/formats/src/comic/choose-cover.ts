import { type Container } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type BookReading, type FormatProblem } from '../reading.ts';
import { type ComicDocuments } from './comic-documents.ts';
import { type ProbedPage } from './probe-pages.ts';

/** Damaged candidates tried before the book gets no cover. */
const MAX_ATTEMPTS = 5;

/** The chosen cover, and problems of better candidates. */
export interface ChosenCover {
  readonly cover: BookReading['cover'];
  readonly problems: readonly FormatProblem[];
}

/** Candidates for the cover: the page named by a document, a page with such a name, the first page. */
export function orderCovers(
  pages: readonly ProbedPage[],
  named: Pick<ComicDocuments, 'coverIndex' | 'coverName'>,
  limits: Limits,
): readonly ProbedPage[] {
  const drawable = (page: ProbedPage): boolean => {
    const { source, width, height } = page.record;
    return source.kind !== 'unreadable' && width !== null && height !== null && width * height <= limits.pixels;
  };
  const front = named.coverIndex === null ? undefined : pages[named.coverIndex];
  const told = named.coverName === null ? undefined : findByName(pages, named.coverName);
  const spelled = pages.find(({ record }) => /(?:^|\/)cover[^/]*$/iu.test(record.name));
  const candidates = [front, told, spelled, ...pages].filter((page) => page !== undefined);
  return [...new Set(candidates)].filter(drawable);
}

/** Finds a page by name, with or without folder, ignoring case. */
function findByName(pages: readonly ProbedPage[], name: string): ProbedPage | undefined {
  const wanted = name.toLowerCase();
  const ofName = (full: string): boolean => full === wanted || full.endsWith(`/${wanted}`);
  return pages.find(({ record }) => ofName(record.name.toLowerCase()));
}

/** Reads the first undamaged cover. */
export async function readCover(container: Container, candidates: readonly ProbedPage[]): Promise<ChosenCover> {
  const problems: FormatProblem[] = [];
  for (const { entry, record } of candidates.slice(0, MAX_ATTEMPTS)) {
    try {
      const bytes = await container.read(entry);
      return { cover: { bytes, mediaType: record.mediaType }, problems };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      problems.push({ code: error.code, message: `Page "${record.name}": ${error.message}` });
    }
  }
  return { cover: null, problems };
}
