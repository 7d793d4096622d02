/** A file that a user deleted with its book. */
export interface TrashedFileTable {
  /** Name of its folder in the trash of the library. */
  id: string;
  bookId: string;
  /** Where it was, relative to the library. */
  path: string;
  /**
   * `moving`: on its way to the trash. `trashed`: there. `restoring`: on its way back. A start ends the moves that a killed
   * process left.
   */
  state: 'moving' | 'trashed' | 'restoring';
  /** Epoch milliseconds. */
  trashedAt: number;
}
