/** A setting that was changed. Those that never were have no row. */
export interface SettingTable {
  key: string;
  /** As the API writes it; null when it was put back to the default. */
  value: string | null;
  /** 1 is the default of the beginning; one more with every change. */
  version: number;
  updatedAt: number;
  /** A user, who may be gone by now. */
  updatedBy: string;
  updatedByName: string;
}

/** One change of a setting; it outlives who made it. */
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

/** What a user set; JSON. */
export interface PreferenceTable {
  userId: string;
  key: string;
  value: string;
  updatedAt: number;
}

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
