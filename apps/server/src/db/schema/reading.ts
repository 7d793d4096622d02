/** A user's place in a book. */
export interface ReadProgressTable {
  id: string;
  userId: string;
  bookId: string;
  currentPage: number;
  percentage: number | null;
  completed: number;
  completedAt: number | null;
  /** Readium locator of a reflowable book, JSON. */
  locator: string | null;
  startedAt: number;
  updatedAt: number;
}

/** One finished reading of a book; their number is `readCount` and outlives the progress (decision C5). */
export interface ReadCompletionTable {
  id: string;
  userId: string;
  bookId: string;
  startedAt: number;
  completedAt: number;
}
