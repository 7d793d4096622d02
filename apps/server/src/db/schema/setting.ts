/** A changed setting; defaults have no row. */
export interface SettingTable {
  key: string;
  /** As in the API; null after a reset to the default. */
  value: string | null;
  /** Grows with every change; 1 is the initial default. */
  version: number;
  updatedAt: number;
  /** A user, who may be deleted. */
  updatedBy: string;
  updatedByName: string;
}

/** One change of a setting; it outlives its user. */
export interface SettingHistoryTable {
  id: string;
  key: string;
  oldValue: string;
  newValue: string;
  changedBy: string;
  changedByName: string;
  changedAt: number;
  changeReason: string | null;
  ipAddress: string | null;
}

/** A user's preference, JSON. */
export interface PreferenceTable {
  userId: string;
  key: string;
  value: string;
  updatedAt: number;
}

/** A saved filter of a user. */
export interface FilterPresetTable {
  id: string;
  userId: string;
  name: string;
  /** Folded; unique per scope, target and library. */
  nameKey: string;
  /** `list` or `search`. */
  scope: string;
  /** `series` or `books`. */
  target: string;
  /** As it was sent, JSON. */
  condition: string;
  query: string | null;
  sort: string | null;
  /** Empty for all libraries, for the unique key. */
  libraryId: string;
  createdAt: number;
  updatedAt: number;
}
