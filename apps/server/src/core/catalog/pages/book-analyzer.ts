/**
 * How an analysis ended: `changing` when the file was written to meanwhile, `gone` when the book or its file is not there
 * any more. Both leave the book waiting.
 */
export type AnalysisOutcome = 'ready' | 'failed' | 'changing' | 'gone';

/** Who waits for an analysis. */
export interface AnalyzeOptions {
  readonly background: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Analyses books for tasks, and for a viewer who opens a book before its task. Made by `core/activities/analyze`. */
export interface BookAnalyzer {
  /**
   * Analyses a book now; joins an analysis of it that is under way.
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly analyze: (bookId: string, options: AnalyzeOptions) => Promise<AnalysisOutcome>;
  /** A viewer looks at this book, which waits for analysis: it becomes the next of its library. */
  readonly want: (libraryId: string, bookId: string) => void;
  /** The book of a library that a viewer looked at last; each is given once. */
  readonly takeWanted: (libraryId: string) => string | undefined;
}
