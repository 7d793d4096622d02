/** Options of the readers under one name; a starter profile has a row once it was changed. */
export interface ReadingProfileTable {
  userId: string;
  /** A UUID, or the kind of a starter profile. */
  id: string;
  /** Null for a starter profile that was not renamed. */
  name: string | null;
  /** Kind of the starter profile it was made from. */
  base: string;
  /** Values by preference key, JSON. */
  settings: string;
  updatedAt: number;
}

/** What a user chose for a series, library or format, or for all books. */
export interface ReadingChoiceTable {
  userId: string;
  /** `series`, `library`, `format` or `all`. */
  scope: string;
  /** Id of the series or library, kind of the format, or empty. */
  targetId: string;
  /** The target, for the foreign key; null in other scopes. */
  seriesId: string | null;
  libraryId: string | null;
  profileId: string | null;
  /** Options for this target alone, by preference key, JSON. */
  settings: string;
  updatedAt: number;
}
