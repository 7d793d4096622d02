/** A key that signs in for its owner: `svc_<prefix>_<secret>`. The secret is not stored. */
export interface ApiKeyTable {
  id: string;
  userId: string;
  name: string;
  /** 8 characters, unique; lookups use it. */
  prefix: string;
  secretHash: string;
  /**
   * Keyed digest of the key's MD5, which is all that KOReader sends; null for older keys, which KOReader cannot use.
   */
  koreaderDigest: string | null;
  /** JSON array of permission names; null for those of the owner. */
  permissions: string | null;
  isActive: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A device or app of a user. It outlives its key. */
export interface DeviceTable {
  userId: string;
  /** `apikey:` and the key's id, `ua:` and a hash, or `unknown`; unique per user. */
  deviceId: string;
  name: string;
  apiKeyId: string | null;
  userAgent: string | null;
  requestCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
}
