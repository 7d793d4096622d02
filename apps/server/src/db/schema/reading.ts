import type { Generated } from 'kysely';

/** A user's place in a book: what the sessions since the last reset come to. */
export interface ReadProgressTable {
  /** Names the pass through the book: the id of its first session. */
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

/** One finished reading of a book; their number is `readCount` and outlives the progress. */
export interface ReadCompletionTable {
  /** Of the pass. */
  id: string;
  userId: string;
  bookId: string;
  startedAt: number;
  completedAt: number;
  /** What it was finished on; null where that is not known. */
  deviceId: string | null;
  deviceName: string | null;
}

/**
 * Something that happened to a user's reading of a book. The rows of a book in the order of `endedAt`, then `seq`, are its
 * story; whatever comes late takes the place that its time gives it.
 */
export interface ReadingSessionTable {
  /** Grows with every row. */
  seq: Generated<number>;
  id: string;
  /** What the device calls it: the same session sent again is known by it. */
  clientId: string | null;
  userId: string;
  bookId: string;
  deviceId: string;
  deviceName: string | null;
  /** `progress` and `completed` lead to a place, `reset` ends the pass. */
  kind: string;
  page: number | null;
  percentage: number | null;
  /** JSON. */
  locator: string | null;
  /** Whether the book counted as finished at its end … */
  completed: Generated<number>;
  /** … and when it first did within it. */
  completedAt: number | null;
  /** 1: the completion of this pass was taken out of the history by its reader. */
  isForgotten: Generated<number>;
  /** Reading time as the device measured it; null when it did not … */
  activeMs: number | null;
  /** … and then as it follows from the times at which places came. */
  inferredMs: Generated<number>;
  /** Pages that were read. */
  pages: Generated<number>;
  startedAt: number;
  endedAt: number;
  /** When the server heard of it. */
  receivedAt: number;
}

/** A series or a book that a user wants to read: exactly one of both is set. */
export interface WantToReadTable {
  id: string;
  userId: string;
  seriesId: string | null;
  bookId: string | null;
  /** In the user's own order. */
  position: number;
  addedAt: number;
}

/** What a user thinks of a series, 1 to 100. */
export interface SeriesRatingTable {
  id: string;
  userId: string;
  seriesId: string;
  rating: number;
  notes: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What KOReader told of a document: one row for each user and digest. */
export interface KoreaderPlaceTable {
  userId: string;
  /** As the device calls it: a digest of the file or of its name. */
  document: string;
  /** Digest of the file name that came with the place; null when none did. */
  nameHash: string | null;
  /** The book that the place was stored for; null while none is known that the user may see. */
  bookId: string | null;
  /** A page number or a position in the markup, word by word. */
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string | null;
  /** The page of the book that the place was taken for; null while there is none. */
  page: number | null;
  /** The time of the place among the reading sessions of the book. */
  savedAt: number;
}
