import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { CurrentPassword } from './user.ts';

/** A way to show a second factor. */
export const FactorMethod = z.enum(['app', 'passkey', 'recovery']);
export type FactorMethod = z.infer<typeof FactorMethod>;

/** Proves the first step of something in several steps. Good for minutes, for nothing else. */
export const FactorTicket = z.string().min(1).max(2000);

/**
 * In `details.secondFactor` of the 401 that answers a right password: what is still missing.
 */
export const FactorAsked = z.object({
  ticket: FactorTicket,
  expiresAt: Timestamp,
  /** Empty when the account must set up its first second factor. */
  methods: z.array(FactorMethod),
  /** Whether the address of this request can have passkeys. */
  passkeysPossible: z.boolean(),
  /** For how long a browser can be remembered; 0 for never. */
  rememberDays: Count,
});
export type FactorAsked = z.infer<typeof FactorAsked>;

/** Six digits of an authenticator app, or a recovery code. Spaces, hyphens and case do not matter. */
export const FactorCode = z.string().min(1).max(40);

const Base64Url = z.string().regex(/^[\w-]*$/, 'must be Base64url');

/** What `navigator.credentials.get()` resolves to, as `toJSON()` writes it (WebAuthn level 3, section 5.1). */
export const PasskeyProof = z.object({
  id: Base64Url.min(1).max(1400),
  response: z.object({
    clientDataJSON: Base64Url.max(8_000),
    authenticatorData: Base64Url.max(8_000),
    signature: Base64Url.max(8_000),
    userHandle: Base64Url.max(200).nullish(),
  }),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** What `navigator.credentials.create()` resolves to, as `toJSON()` writes it. */
export const PasskeyMade = z.object({
  id: Base64Url.min(1).max(1400),
  response: z.object({
    clientDataJSON: Base64Url.max(8_000),
    attestationObject: Base64Url.max(32_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type PasskeyMade = z.infer<typeof PasskeyMade>;

/** Options for a browser (`PublicKeyCredential.parse…OptionsFromJSON()`), and the ticket to send with its answer. */
export const PasskeyAsked = z.object({ ticket: FactorTicket, options: z.record(z.string(), z.json()) });
export type PasskeyAsked = z.infer<typeof PasskeyAsked>;

const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** A passkey of the caller. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The host name that it works at. */
  host: z.string(),
  /** Whether its owner has it on several devices. */
  synced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z.object({ name: Name });

export const RememberedBrowser = z.object({
  id: Id,
  /** Program and system, as far as known. */
  device: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});
export type RememberedBrowser = z.infer<typeof RememberedBrowser>;

/** The second factors of the caller. */
export const Factors = z.object({
  /** Whether the account has one: then a password alone signs in nowhere. */
  enabled: z.boolean(),
  /** Whether the role of the account needs one. */
  required: z.boolean(),
  app: z.object({ createdAt: Timestamp, lastUsedAt: Timestamp.nullable() }).nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: Count,
  rememberedBrowsers: z.array(RememberedBrowser),
  /** Whether the address of this request can have passkeys: they need a host name, and https except on the same machine. */
  passkeysPossible: z.boolean(),
  /** Until when this session may change second factors and make API keys; null when a second factor must be shown first. */
  confirmedUntil: Timestamp.nullable(),
});
export type Factors = z.infer<typeof Factors>;

/** The first factor of an account asks for its password in a session older than five minutes. */
export const FactorStart = z.object({ currentPassword: CurrentPassword.optional() });

/** The secret of an authenticator app. */
export const AppSecret = z.object({
  ticket: FactorTicket,
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://` for a QR code. */
  uri: z.string(),
});
export type AppSecret = z.infer<typeof AppSecret>;

/** Ten codes with the first second factor of an account, or on request. No later answer contains them. */
const RecoveryCodes = z.array(z.string());

/** `recoveryCodes` is null when the account has its codes already. */
export const FactorMade = z.object({ recoveryCodes: RecoveryCodes.nullable() });
export type FactorMade = z.infer<typeof FactorMade>;

export const NewRecoveryCodes = z.object({ recoveryCodes: RecoveryCodes });

/** One of the two. */
export const FactorProof = z.object({
  code: FactorCode.optional(),
  /** For the options of the same ticket. */
  passkey: PasskeyProof.optional(),
});
export type FactorProof = z.infer<typeof FactorProof>;
