/** A key that signs in for its owner. Its text is `svc_<prefix>_<secret>`; the secret is nowhere. */
export interface ApiKeyTable {
  id: string;
  userId: string;
  name: string;
  /** The 8 characters by which it is found; unique. */
  prefix: string;
  /** SHA-256 of the secret, hex. */
  secretHash: string;
  /** Keyed digest of the key's MD5, which is all that KOReader sends of it; null of keys older than that, which it cannot use. */
  koreaderDigest: string | null;
  /** JSON array of permission names; null follows the owner. */
  permissions: string | null;
  isActive: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What a user reads with. It outlives the key that it was made of. */
export interface DeviceTable {
  userId: string;
  /** `apikey:` and the key's id, `ua:` and a hash, or `unknown`; unique for the user. */
  deviceId: string;
  name: string;
  apiKeyId: string | null;
  userAgent: string | null;
  requestCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
}
