/** From this share on a book counts as finished: the last pages are often an imprint or advertisements. */
const FINISHED_AT = 0.98;

/** What a client says about where it is, and how long the book is. */
export interface PlaceInBook {
  readonly currentPage: number;
  readonly progressPercentage?: number | undefined;
  /** What the client says outright; it is honoured, false too. */
  readonly completed?: boolean | undefined;
  /** 0 until the book has been analysed. */
  readonly pageCount: number;
}

/** Whether a book counts as finished (decision C4). */
export function isFinished({ currentPage, progressPercentage = 0, completed, pageCount }: PlaceInBook): boolean {
  if (completed !== undefined) return completed;
  return (pageCount > 0 && currentPage >= pageCount) || progressPercentage >= FINISHED_AT;
}
