/** A label of series by which administrators say who sees them. */
export interface SharingTagTable {
  id: string;
  name: string;
  /** As `nameKey` makes it: unique. */
  nameKey: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
}

/**
 * A sharing tag that a series bears. Rows outlive their series for a while, so that whoever could not see it does not hear that
 * it is gone; a trigger gives a series without books the tags of where its first book comes from.
 */
export interface SeriesSharingTagTable {
  seriesId: string;
  tagId: string;
}

/** What a sharing tag means to a user. */
export interface UserSharingTagTable {
  id: string;
  userId: string;
  tagId: string;
  /** `allow` or `deny`. */
  accessMode: string;
  createdAt: number;
}
