/** A sign-in provider (OpenID Connect) that an admin set up. */
export interface SignInProviderTable {
  id: string;
  /** Unique; a part of the addresses that the provider knows. */
  name: string;
  displayName: string;
  issuer: string;
  clientId: string;
  /** Sealed; null for a public client. */
  secret: string | null;
  /** Claims, rules and switches, as JSON. */
  config: string;
  isActive: number;
  createdAt: number;
  updatedAt: number;
}

/** An account elsewhere that opens an account here. */
export interface UserIdentityTable {
  id: string;
  userId: string;
  /** Name of the provider. */
  provider: string;
  /** Unique with the subject. A name of a provider may be used again, an issuer is the same server. */
  issuer: string;
  subject: string;
  /** The confirmed address of the last sign-in. */
  email: string | null;
  /** JSON array: the groups of the last sign-in that told any or none. */
  groups: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** When its sessions were ended last. A sign-in that began before opens none. */
  sessionsEndedAt: number | null;
}

/** A token that is good once and was used. */
export interface SpentTokenTable {
  /** SHA-256 of its use and its text. */
  digest: string;
  /** Afterwards the token is refused by its own time. */
  expiresAt: number;
}
