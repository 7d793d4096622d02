import type { Generated } from 'kysely';

/** A file that a user has had made of the catalog. Its name follows from id and format. */
export interface CatalogExportTable {
  id: string;
  userId: string;
  /** `json`, `csv` or `md`. */
  format: string;
  /** `series`, `books` or `both`. */
  exportType: string;
  /** `pending`, `running`, `completed`, `failed` or `cancelled`. */
  status: string;
  /** JSON, as are the fields. */
  libraryIds: string;
  fields: string;
  bookFields: string;
  fileSizeBytes: Generated<number | null>;
  rowCount: Generated<number | null>;
  /** Why it failed, in words for its owner. */
  error: Generated<string | null>;
  createdAt: number;
  startedAt: Generated<number | null>;
  completedAt: Generated<number | null>;
  expiresAt: number;
}
