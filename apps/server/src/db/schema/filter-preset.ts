/** A filter that a user has kept. */
export interface FilterPresetTable {
  id: string;
  userId: string;
  name: string;
  /** Folded: a name is used once for a scope, target and library. */
  nameKey: string;
  /** `list` or `search`. */
  scope: string;
  /** `series` or `books`. */
  target: string;
  /** As it was sent, JSON. */
  condition: string;
  query: string | null;
  sort: string | null;
  /** Empty for all libraries, so that one unique key covers both. */
  libraryId: string;
  createdAt: number;
  updatedAt: number;
}
