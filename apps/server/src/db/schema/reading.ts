import type { Generated } from 'kysely';

/** A user's progress in a book, computed from the sessions since the last reset. */
export interface ReadProgressTable {
  /** Id of the read-through: that of its first session. */
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

/** One finished read-through of a book; their number is `readCount` and outlives the progress. */
export interface ReadCompletionTable {
  id: string;
  userId: string;
  bookId: string;
  startedAt: number;
  completedAt: number;
  /** Device at the end; null when unknown. */
  deviceId: string | null;
  deviceName: string | null;
}

/**
 * An event in a user's reading of a book. The history of a book is its rows in order of `endedAt`, then `seq`, whenever
 * they arrive.
 */
export interface ReadingSessionTable {
  seq: Generated<number>;
  id: string;
  /** Id by the device, to recognise a session that is sent again. */
  clientId: string | null;
  userId: string;
  bookId: string;
  deviceId: string;
  deviceName: string | null;
  /** `progress` and `completed` set a position, `reset` ends the read-through. */
  kind: string;
  page: number | null;
  percentage: number | null;
  /** JSON. */
  locator: string | null;
  /** Whether the book was finished at its end … */
  completed: Generated<number>;
  /** … and since when. */
  completedAt: number | null;
  /** 1: the reader removed the completion of this read-through from the history. */
  isForgotten: Generated<number>;
  /** Reading time measured by the device, or null … */
  activeMs: number | null;
  /** … and then estimated from the times of positions. */
  inferredMs: Generated<number>;
  pages: Generated<number>;
  startedAt: number;
  endedAt: number;
  receivedAt: number;
}

/** A series or book that a user wants to read: exactly one is set. */
export interface WantToReadTable {
  id: string;
  userId: string;
  seriesId: string | null;
  bookId: string | null;
  position: number;
  addedAt: number;
}

/** A user's rating of a series, 1 to 100. */
export interface SeriesRatingTable {
  id: string;
  userId: string;
  seriesId: string;
  rating: number;
  notes: string | null;
  createdAt: number;
  updatedAt: number;
}

/** KOReader's progress of a document: one row for each user and digest. */
export interface KoreaderPlaceTable {
  userId: string;
  /** Digest of the file or of its name, by the device. */
  document: string;
  /** Digest of the file name that the device sent; null when it sent none. */
  nameHash: string | null;
  /** The book that the progress was stored for; null while the user sees none. */
  bookId: string | null;
  /** A page number or a markup position, verbatim. */
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string | null;
  /** The page that the position was mapped to; null when unknown. */
  page: number | null;
  /** Its time among the reading sessions of the book. */
  savedAt: number;
}
