import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';
import { CurrentPassword, RoleName } from './user.ts';

/** A part of an address: small letters, digits and hyphens. */
export const ProviderName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'must be small letters, digits and hyphens, at most 40');

export const OidcProviderInfo = z.object({
  name: z.string(),
  displayName: z.string(),
  /** Where a POST starts a sign-in. */
  loginUrl: z.string(),
});

export const OidcProviders = z.object({
  enabled: z.boolean(),
  providers: z.array(OidcProviderInfo),
  /** Whether a proxy before this server says who the user is, at `/auth/proxy`. */
  proxyEnabled: z.boolean(),
  /** False where only the emergency admin signs in with a password. */
  passwordEnabled: z.boolean(),
});
export type OidcProviders = z.infer<typeof OidcProviders>;

/** A path of the web app, such as `/series/1?page=2`. */
const ReturnPath = z.string().max(1_000).nullable().optional();

export const OidcLogin = z.object({ redirectUri: ReturnPath });

export const OidcLoginAnswer = z.object({ redirectUrl: z.string() });
export type OidcLoginAnswer = z.infer<typeof OidcLoginAnswer>;

/** Where the browser signs out at the provider as well; null when no provider opened the session, or wants to know. */
export const OidcLogoutAnswer = z.object({ redirectUrl: z.string().nullable() });
export type OidcLogoutAnswer = z.infer<typeof OidcLogoutAnswer>;

export const IdentityLink = z.object({ redirectUri: ReturnPath, currentPassword: CurrentPassword.optional() });

/** An account at a sign-in provider that opens an account of this server. */
export const Identity = z.object({
  id: Id,
  /** Name of the provider; it may be gone. */
  provider: z.string(),
  providerDisplayName: z.string(),
  /** The address that the provider told last, or null. */
  email: z.string().nullable(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Identity = z.infer<typeof Identity>;

/** The same for those who manage accounts. */
export const UserIdentity = Identity.extend({
  /** How the provider names its user. */
  subject: z.string(),
});
export type UserIdentity = z.infer<typeof UserIdentity>;

/** What members of a group get at each sign-in. */
export const GroupRule = z.object({
  group: z.string().min(1, 'must not be empty').max(200),
  /** Null gives no role. */
  role: RoleName.nullable().default(null),
  /** Gives every library, also future ones. */
  allLibraries: z.boolean().default(false),
  libraryIds: z.array(Id).max(1_000).default([]),
});
export type GroupRule = z.infer<typeof GroupRule>;

const fields = {
  name: ProviderName,
  displayName: z.string().trim().min(1, 'must not be empty').max(100),
  /** As the provider states it, without `/.well-known/openid-configuration`. */
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address like https://id.example.org' }).max(500),
  clientId: z.string().trim().min(1, 'must not be empty').max(500),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)).max(30),
  usernameClaim: z.string().min(1).max(100),
  groupsClaim: z.string().min(1).max(100),
  isActive: z.boolean(),
  /** Whether a first sign-in makes an account. */
  createsAccounts: z.boolean(),
  /** Whether a first sign-in opens the account with the same confirmed e-mail address. */
  linksByEmail: z.boolean(),
  /** Whether only members of a group with a rule may sign in. */
  onlyMembers: z.boolean(),
  /** Role of members of no group that gives one. */
  defaultRole: RoleName,
  rules: z.array(GroupRule).max(200),
  /** How long a session lasts until the provider is asked again, in hours. */
  sessionHours: z.int().min(1).max(8_760),
  /** Whether a sign-out here signs out at the provider as well. */
  logsOut: z.boolean(),
};

/** A sign-in provider that an admin set up. */
export const SignInProvider = z.object({
  ...fields,
  id: Id,
  hasSecret: z.boolean(),
  /** To be entered at the provider; null while the server does not know its own address. */
  callbackUrl: z.string().nullable(),
  /** The same, for sign-outs. */
  afterLogoutUrl: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SignInProvider = z.infer<typeof SignInProvider>;

const Secret = z.string().min(1).max(2_000).nullable().optional();

export const SignInProviderNew = z.object({
  ...fields,
  scopes: fields.scopes.default(['openid', 'profile', 'email']),
  usernameClaim: fields.usernameClaim.default('preferred_username'),
  groupsClaim: fields.groupsClaim.default('groups'),
  isActive: fields.isActive.default(true),
  createsAccounts: fields.createsAccounts.default(false),
  linksByEmail: fields.linksByEmail.default(false),
  onlyMembers: fields.onlyMembers.default(false),
  defaultRole: fields.defaultRole.default('reader'),
  rules: fields.rules.default([]),
  sessionHours: fields.sessionHours.default(24),
  logsOut: fields.logsOut.default(false),
  /** Absent for a public client. */
  clientSecret: Secret,
});
export type SignInProviderNew = z.infer<typeof SignInProviderNew>;

/** Absent keeps; null removes the secret. The name stays, because the provider knows it as part of an address. */
export const SignInProviderUpdate = z
  .object({ ...fields, clientSecret: Secret })
  .omit({ name: true })
  .partial();
export type SignInProviderUpdate = z.infer<typeof SignInProviderUpdate>;
