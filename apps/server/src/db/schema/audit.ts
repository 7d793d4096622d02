/** An entry of the audit log. No row of another table changes or removes it. */
export interface AuditEntryTable {
  id: string;
  at: number;
  action: string;
  category: string;
  actorKind: string;
  /** Null unless a user acted, like the name and the key. */
  actorId: string | null;
  actorName: string | null;
  apiKeyId: string | null;
  apiKeyName: string | null;
  ipAddress: string | null;
  device: string | null;
  /** The account that it is about. */
  accountId: string | null;
  accountName: string | null;
  /** What else it is about; all three or none. */
  targetKind: string | null;
  targetId: string | null;
  targetName: string | null;
  /** All names in lower case, one a line, for the search. */
  nameKeys: string;
  /** A JSON object. */
  details: string;
}
