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
}
