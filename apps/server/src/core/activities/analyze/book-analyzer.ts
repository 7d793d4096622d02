import type { AnalysisOutcome, AnalyzeOptions, BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import type { AnalyzeContext } from './analyze-book.ts';
import { createGroupedWrites } from './grouped-writes.ts';

/** Viewed books remembered per library; older ones lose only their priority. */
const MAX_WANTED = 200;

async function analyze(ctx: AnalyzeContext, bookId: string, options: AnalyzeOptions): Promise<AnalysisOutcome> {
  const { analyzeBook } = await import('./analyze-book.ts');
  return analyzeBook(ctx, bookId, options);
}

/** Creates the analyzer of the process. */
export function createBookAnalyzer(tools: Omit<AnalyzeContext, 'writes'>): BookAnalyzer {
  const ctx: AnalyzeContext = { ...tools, writes: createGroupedWrites(tools) };
  const running = new Map<string, Promise<AnalysisOutcome>>();
  const wanted = new Map<string, Set<string>>();
  const start = async (bookId: string, options: AnalyzeOptions): Promise<AnalysisOutcome> => {
    const analysis = analyze(ctx, bookId, options).finally(() => running.delete(bookId));
    running.set(bookId, analysis);
    return analysis;
  };
  return {
    analyze: async (bookId, options) => {
      const known = running.get(bookId);
      if (known === undefined) return start(bookId, options);
      try {
        return await known;
      } catch (error) {
        // Cancelling a scan cancels its analyses, but not for a viewer who waits for one.
        options.signal?.throwIfAborted();
        if (options.background) throw error;
        return running.get(bookId) ?? start(bookId, options);
      }
    },
    want: (libraryId, bookId) => {
      const books = wanted.get(libraryId) ?? new Set();
      wanted.set(libraryId, books);
      books.delete(bookId);
      books.add(bookId);
      const [oldest] = books;
      if (books.size > MAX_WANTED && oldest !== undefined) books.delete(oldest);
    },
    takeWanted: (libraryId) => {
      const books = wanted.get(libraryId);
      const latest = books === undefined ? undefined : [...books].at(-1);
      if (latest === undefined) return undefined;
      books?.delete(latest);
      if (books?.size === 0) wanted.delete(libraryId);
      return latest;
    },
  };
}
