/** A file that may be a book. */
export interface FoundFile {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  readonly size: number;
  /** Modification time, milliseconds, fraction cut off. */
  readonly modifiedAt: number;
  /**
   * What lies beside it, `BookSidecars` as JSON, the same text for the same files; null for nothing, absent when that could
   * not be looked at.
   */
  readonly sidecars?: string | null;
}
