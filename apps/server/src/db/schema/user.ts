/** A user account. */
export interface UserTable {
  id: string;
  username: string;
  /** Lower-case name, unique; logins look it up. */
  usernameKey: string;
  email: string | null;
  emailKey: string | null;
  passwordHash: string;
  /** 0 for an account that only a sign-in provider opens; its hash matches no password. */
  hasPassword: number;
  role: string;
  /** A role that administrators made; null for the built-in one. */
  roleId: string | null;
  /** Copy of the permissions of that role, which replace those of `role`; null without one. */
  rolePermissions: string | null;
  /** JSON array of permissions granted on top of the role. */
  permissions: string;
  isActive: number;
  emailVerified: number;
  /** 1 while a self-registered account waits for the confirmation of its address. */
  mustVerify: number;
  /** 1: every library, also future ones; 0: those of `userLibrary`. */
  allLibraries: number;
  /** 1 while the account has an authenticator app or a passkey. */
  secondFactor: number;
  /** Their own age limit in years; null for every age. */
  maxAge: number | null;
  /** 1: with an age limit, series without a rating are seen. */
  showsUnrated: number;
  /** The account that a child profile belongs to. */
  parentId: string | null;
  /** Of the PIN that leaves the child profiles of this account; null for none. */
  pinHash: string | null;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A role that administrators made of permissions. */
export interface RoleTable {
  id: string;
  name: string;
  nameKey: string;
  description: string | null;
  /** JSON array. */
  permissions: string;
  createdAt: number;
  updatedAt: number;
}

/** A link with which people make their own account. */
export interface InvitationTable {
  id: string;
  tokenHash: string;
  createdBy: string;
  note: string | null;
  role: string;
  /** A role that administrators made. */
  roleId: string | null;
  /** JSON array; null for all libraries. */
  libraryIds: string | null;
  maxUses: number;
  useCount: number;
  createdAt: number;
  expiresAt: number;
}

/** One sign-in; the `sid` of the JWT. */
export interface SessionTable {
  id: string;
  userId: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: number;
  expiresAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  /** Number of renewals; only the refresh token of this number is valid. */
  renewals: number;
  renewedAt: number | null;
  /** The API key it was opened with, whose limits apply; null for a password. */
  apiKeyId: string | null;
  /** What the user last showed besides the first factor: a `FactorKind`; null for nothing. */
  factor: string | null;
  /** When that was shown. */
  factorAt: number | null;
  /** The identity at a sign-in provider it was opened with; null for a password. */
  identityId: string | null;
  /** The `sid` of the provider, which its logout names. */
  providerSid: string | null;
  /** No renewal goes beyond this time: then the provider is asked again. Null for no bound. */
  renewUntil: number | null;
  /** The child profile that is open in it, of the same account; null for the account itself. */
  profileId: string | null;
}

/** A time in which a session of an admin saw the app as another account does. */
export interface AccountViewTable {
  id: string;
  sessionId: string;
  adminId: string;
  /** The name at that time. */
  adminName: string;
  /** The account that was seen. */
  userId: string;
  startedAt: number;
  /** When it ends by itself. */
  endsAt: number;
  /** When it was ended; null while it lasts, and when it ended by itself. */
  endedAt: number | null;
}

/** A library that a user without `allLibraries` may see. */
export interface UserLibraryTable {
  userId: string;
  libraryId: string;
}

/** A one-time token of a link in a mail. */
export interface MailTokenTable {
  id: string;
  userId: string;
  /** `verify` an address, or `reset` a password. */
  purpose: string;
  tokenHash: string;
  /** The address to verify; null for a password. */
  email: string | null;
  createdAt: number;
  expiresAt: number;
}
