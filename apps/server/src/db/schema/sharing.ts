/** A label of series that controls who sees them. */
export interface SharingTagTable {
  id: string;
  name: string;
  /** By `nameKey`; unique. */
  nameKey: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
}

/**
 * A sharing tag of a series. Rows outlive their series for a while, so that its deletion event reaches only users who
 * could see it; a trigger copies the tags to a new series from the old series of its first book.
 */
export interface SeriesSharingTagTable {
  seriesId: string;
  tagId: string;
}

/** When the age rating of a series changed last; a trigger writes it. */
export interface AgeChangeTable {
  seriesId: string;
  changedAt: number;
}

/** The access of a user by a sharing tag. */
export interface UserSharingTagTable {
  id: string;
  userId: string;
  tagId: string;
  /** `allow` or `deny`. */
  accessMode: string;
  createdAt: number;
}
