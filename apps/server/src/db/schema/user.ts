/** A person who signs in. Instants are epoch milliseconds UTC, booleans 0 or 1, in every table. */
export interface UserTable {
  id: string;
  username: string;
  /** Lower-cased name: unique, what login looks up. */
  usernameKey: string;
  email: string | null;
  emailKey: string | null;
  /** PHC string of argon2id. */
  passwordHash: string;
  role: string;
  /** JSON array of permission names granted on top of the role. */
  permissions: string;
  isActive: number;
  emailVerified: number;
  /** 1 while an account that a user made for themselves waits for its address to be confirmed. */
  mustVerify: number;
  /** 1: every library, those to come too; 0: those of `userLibrary`. */
  allLibraries: number;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** One sign-in; the JWT's `sid`. */
export interface SessionTable {
  id: string;
  userId: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: number;
  expiresAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  /** How often it was renewed; only the refresh token of this number renews it once more. */
  renewals: number;
  renewedAt: number | null;
  /** The key that it was opened with, whose limits are its own; null for a password. */
  apiKeyId: string | null;
}

/** A library that a user may see whose `allLibraries` is 0. */
export interface UserLibraryTable {
  userId: string;
  libraryId: string;
}

/** What a link in a mail is good for, once. */
export interface MailTokenTable {
  id: string;
  userId: string;
  /** `verify` an address, or `reset` a password. */
  purpose: string;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** The address that is verified by it; null for a password. */
  email: string | null;
  createdAt: number;
  expiresAt: number;
}
