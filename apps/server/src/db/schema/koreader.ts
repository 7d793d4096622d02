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
