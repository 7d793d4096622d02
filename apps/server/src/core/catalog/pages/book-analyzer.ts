/** `changing`: the file was being written. `gone`: the book or its file was deleted. Both leave the book pending. */
export type AnalysisOutcome = 'ready' | 'failed' | 'changing' | 'gone';

/** Priority of an analysis. */
export interface AnalyzeOptions {
  readonly background: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Analyses books for tasks and for viewers. `core/activities/analyze` implements it. */
export interface BookAnalyzer {
  /** Analyses a book, or joins its running analysis. Throws a system error of the disk. */
  readonly analyze: (bookId: string, options: AnalyzeOptions) => Promise<AnalysisOutcome>;
  /** Moves a pending book that a viewer opened to the front of its library's queue. */
  readonly want: (libraryId: string, bookId: string) => void;
  /** The last wanted book of a library; each is returned once. */
  readonly takeWanted: (libraryId: string) => string | undefined;
}
