/** The authenticator app of a user (TOTP, RFC 6238). */
export interface AuthenticatorAppTable {
  userId: string;
  /** The secret, encrypted with a key that the database does not have. */
  sealed: string;
  /** The last used period of 30 seconds since 1970. Codes of it and of earlier ones are refused. */
  lastStep: number;
  /** Wrong codes since the last right one. */
  failures: number;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A public key of WebAuthn. */
export interface PasskeyTable {
  id: string;
  userId: string;
  name: string;
  /** Base64url, unique; chosen by the authenticator. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** Signatures so far; 0 from authenticators that do not count. */
  counter: number;
  /** How browsers reach it, JSON array. */
  transports: string;
  /** The host name that it was made for, and is bound to. */
  host: string;
  /** Whether its owner has it on several devices. */
  isSynced: number;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A recovery code that was not used. */
export interface RecoveryCodeTable {
  userId: string;
  /** Keyed digest. */
  codeHash: string;
  createdAt: number;
}

/** A browser in which the password is enough for a while. */
export interface RememberedBrowserTable {
  id: string;
  userId: string;
  /** Keyed digest. */
  secretHash: string;
  userAgent: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

/** A ticket that must not be used again. */
export interface UsedTicketTable {
  /** SHA-256 of its text. */
  id: string;
  expiresAt: number;
}
