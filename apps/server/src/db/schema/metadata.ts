import type { Generated } from 'kysely';

/** What a book or series is called at an outside catalogue; exactly one of the two owners is set, each source once. */
export interface ExternalIdTable {
  id: string;
  bookId: string | null;
  seriesId: string | null;
  /** Lower case. */
  source: string;
  externalId: string;
  externalUrl: string | null;
  metadataHash: string | null;
  lastSyncedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A page about a book or series elsewhere; owners as `ExternalIdTable`. */
export interface ExternalLinkTable {
  id: string;
  bookId: string | null;
  seriesId: string | null;
  /** Lower case. */
  source: string;
  url: string;
  externalId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What others think of a series, by source. */
export interface ExternalRatingTable {
  id: string;
  seriesId: string;
  /** Lower case. */
  source: string;
  /** 0 to 100. */
  rating: number;
  voteCount: number | null;
  fetchedAt: number;
  createdAt: number;
  updatedAt: number;
}

/** Another title of a series, such as the original one. */
export interface AlternateTitleTable {
  id: string;
  seriesId: string;
  label: string;
  title: string;
  createdAt: number;
  updatedAt: number;
}

/** Another name that means a genre or tag: what was merged into it, or what it was called before. */
export interface TermAliasTable {
  nameKey: string;
  termId: string;
}

/** One deed of a person that changed metadata, however many books it was about. */
export interface MetadataActionTable {
  id: string;
  /** Null once the account is gone; the name stays. */
  userId: string | null;
  userName: string;
  /** `edit`, `bulk`, `reset` or `undo`. */
  kind: string;
  /** The action that this one undid. */
  undoes: string | null;
  createdAt: number;
}

/**
 * What an action did to one field of one book or series; exactly one of the two is set, or neither for what was done to a genre
 * or tag itself. Goes with it.
 */
export interface MetadataChangeTable {
  id: string;
  actionId: string;
  bookId: string | null;
  seriesId: string | null;
  /** `locks` for the names of those that were set. */
  field: string;
  /** JSON. */
  before: string;
  /** JSON. */
  after: string;
  /** The change that this one undid. */
  undoes: string | null;
  /** The action that undid it. */
  undoneBy: string | null;
  createdAt: number;
}

/** An edit of many that a task does: what is to be done, and to which ones still. */
export interface MetadataWorkTable {
  actionId: string;
  /** JSON. */
  request: string;
  total: number;
  done: Generated<number>;
  /** Of an undo: changes that were left as they are. */
  kept: Generated<number>;
}

/** A book or series that waits for such an edit; of an undo a change that waits to be undone. */
export interface MetadataTargetTable {
  actionId: string;
  ownerId: string;
}

/** What a change did to a genre, tag or sharing tag itself. */
export interface MetadataTermChangeTable {
  changeId: string;
  /** `genre`, `tag` or `sharingTag`. */
  termKind: string;
  /** No reference: it may be gone. */
  termId: string;
  /** `create` (of sharing tags), `rename`, `remove`, `restore`, `merge` or `split`. */
  deed: string;
  /** What it takes to undo it, JSON. */
  snapshot: string;
}

/** What had a genre or tag that was removed or merged, or bore a sharing tag. */
export interface MetadataTermLinkTable {
  changeId: string;
  /** `book` or `series`. */
  ownerKind: string;
  ownerId: string;
  position: number;
  /** 1: it had the one too that this one was merged into. */
  hadOther: number;
}
