/** A file of the import folder, as the last look found it, with the place that is suggested or chosen for it. */
export interface ImportItemTable {
  id: string;
  /** Relative to the import folder, `/` separated. */
  path: string;
  fileSize: number;
  /** Epoch milliseconds, whole. */
  fileModifiedAt: number;
  /** SHA-256 of the file. */
  fileHash: string;
  format: string;
  /** `waiting`, `broken`, `importing`, `imported`, `rejected` or `failed`. */
  state: string;
  /** Why it is broken or failed: a stored message, or a plain text. */
  fault: string | null;
  libraryId: string | null;
  seriesTitle: string;
  /** Below the library, `/` separated. */
  folder: string;
  /** With its extension. */
  fileName: string;
  /** A book with the same content. */
  duplicateId: string | null;
  /** The import folder that holds the file: the setting may change. */
  root: string | null;
  foundAt: number;
  updatedAt: number;
}
