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
