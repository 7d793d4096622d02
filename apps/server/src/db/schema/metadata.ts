import type { Generated } from 'kysely';

/** Id of a book or series in an outside catalogue; exactly one owner is set, each source once. */
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

/** A web page about a book or series; owners as in `ExternalIdTable`. */
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

/** Rating of a series by an outside source. */
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

/** Another name of a genre or tag: a merged or earlier one. */
export interface TermAliasTable {
  nameKey: string;
  termId: string;
}

/** One action of a user that changed metadata of any number of books. */
export interface MetadataActionTable {
  id: string;
  /** Null once the account is deleted. */
  userId: string | null;
  userName: string;
  /** `edit`, `bulk`, `reset` or `undo`. */
  kind: string;
  undoes: string | null;
  createdAt: number;
}

/**
 * The change of one field of one book or series, exactly one of which is set; neither for a change of a genre or tag
 * itself.
 */
export interface MetadataChangeTable {
  id: string;
  actionId: string;
  bookId: string | null;
  seriesId: string | null;
  /** `locks` for the names of locked fields. */
  field: string;
  /** JSON. */
  before: string;
  /** JSON. */
  after: string;
  undoes: string | null;
  undoneBy: string | null;
  createdAt: number;
}

/** A bulk edit that a task performs. */
export interface MetadataWorkTable {
  actionId: string;
  /** JSON. */
  request: string;
  total: number;
  done: Generated<number>;
  /** For an undo: changes left as they are. */
  kept: Generated<number>;
}

/** A book or series that waits for a bulk edit, or a change that waits for an undo. */
export interface MetadataTargetTable {
  actionId: string;
  ownerId: string;
}

/** A change of a genre, tag or sharing tag itself. */
export interface MetadataTermChangeTable {
  changeId: string;
  /** `genre`, `tag` or `sharingTag`. */
  termKind: string;
  /** No foreign key: the term may be deleted. */
  termId: string;
  /** `create` (of sharing tags), `rename`, `remove`, `restore`, `merge` or `split`. */
  deed: string;
  /** Data for the undo, JSON. */
  snapshot: string;
}

/** An owner of a removed, merged or sharing tag, for the undo. */
export interface MetadataTermLinkTable {
  changeId: string;
  /** `book` or `series`. */
  ownerKind: string;
  ownerId: string;
  position: number;
  /** 1: it also had the term that this one was merged into. */
  hadOther: number;
}
