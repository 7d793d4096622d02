import type { Generated } from 'kysely';

/** A requested export of the catalog. Its file name follows from id and format. */
export interface CatalogExportTable {
  id: string;
  userId: string;
  /** `json`, `csv` or `md`. */
  format: string;
  /** `series`, `books` or `both`. */
  exportType: string;
  /** `pending`, `running`, `completed`, `failed` or `cancelled`. */
  status: string;
  /** JSON, like `fields` and `bookFields`. */
  libraryIds: string;
  fields: string;
  bookFields: string;
  fileSizeBytes: Generated<number | null>;
  rowCount: Generated<number | null>;
  error: Generated<string | null>;
  createdAt: number;
  startedAt: Generated<number | null>;
  completedAt: Generated<number | null>;
  expiresAt: number;
}
