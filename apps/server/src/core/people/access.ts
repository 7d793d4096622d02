import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@lectern/contract';
import { createLoginThrottle, type LoginThrottle, type SignInNews } from './login-throttle.ts';
import type { RefusedSignIn } from './refusal-log.ts';
import {
  createRefreshTokens,
  createSealer,
  createSessionTokens,
  type RefreshTokens,
  type Sealer,
  type SessionTokens,
} from './tokens.ts';
import { createRecent, type Recent } from './recent.ts';
import type { UserTable } from '#db/schema/index.ts';
import { dependsOn, type Viewer } from '#core/viewer.ts';

/** How long a token and its session are cached. */
const SESSION_MS = 5_000;
/** How long a checked password is cached for HTTP Basic. */
const PASSWORD_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;
/** How long the address of a right password or a used session is known. */
export const KNOWN_PLACE_MS = 30 * 86_400_000;
/** An address gets at most one mail of a kind in this time. */
const MAIL_PAUSE_MS = 60_000;

/** A right password. */
export interface CheckedPassword {
  readonly userId: string;
  /** The hash at the time of the check. Another hash means another password. */
  readonly passwordHash: string;
}

/** A session of a reader app that sends other credentials too. */
export interface ClientSession {
  readonly userId: string;
  readonly token: string;
}

type DigestPurpose =
  | 'koreader'
  | 'cover'
  | 'device'
  | 'setup'
  | 'ticket'
  | 'challenge'
  | 'app secret'
  | 'recovery code'
  | 'remembered browser'
  | 'share'
  | 'guest';

/** Who may sign in with a password. */
export interface PasswordPolicy {
  readonly isOpenToAll: boolean;
  /** Name of the admin who always may; empty for every admin. */
  readonly emergencyAdmin: string;
}

/** Keys, throttles and caches of sign-ins. Every cache may be emptied at any time. */
export interface Access {
  readonly tokens: SessionTokens;
  readonly throttle: LoginThrottle;
  readonly refreshTokens: RefreshTokens;
  readonly sealer: Sealer;
  /** Recipients of recent mails, by sealed name. */
  readonly mailed: Recent<true>;
  readonly sessionMs: number;
  /** Lifetime after a renewal; 0 where sessions are not renewed. */
  readonly refreshMs: number;
  /** From its start to its end, however often it is renewed. */
  readonly maxSessionMs: number;
  /** Whether registered users must confirm their address before they sign in. */
  readonly requiresVerification: () => boolean;
  /** Roles that need a second factor. */
  readonly factorRoles: () => readonly Role[];
  /** For how long a browser may be remembered; 0 for never. */
  readonly rememberMs: () => number;
  readonly serverName: () => string;
  readonly passwordPolicy: () => PasswordPolicy;
  /** By token. A hit skips the check of the signature too. */
  readonly sessions: Recent<Viewer>;
  /** By the keyed hash of name, password and address. */
  readonly passwords: Recent<CheckedPassword>;
  /** Addresses of right passwords, by user and address. They grant nothing. */
  readonly places: Recent<true>;
  /** Running checks of HTTP Basic credentials, by the same hash. */
  readonly checks: Map<string, Promise<UserTable>>;
  /** Sessions of reader apps, by user and app: an app without cookies gets the same one again. */
  readonly clients: Recent<ClientSession>;
  /** Sessions that are being opened, by the same name. */
  readonly clientsOpening: Map<string, Promise<string>>;
  /** The cache key of a password. It includes the address, so a password known from another address is checked again. */
  readonly passwordKey: (login: string, password: string, place: string) => string;
  /** A hash with the secret of the server, 43 URL-safe characters, different for each purpose. */
  readonly digestOf: (purpose: DigestPurpose, text: string) => string;
  readonly refused: (refused: RefusedSignIn) => void;
  /** Clears the caches of a user in all processes. Call it after any change of account, password or session. */
  readonly forgetUser: (userId: string) => void;
  /** Clears the caches of a user in this process. */
  readonly forgetUserHere: (userId: string) => void;
  /** Calls `listen` when the rights of a user may have changed. */
  readonly onForget: (listen: (userId: string) => void) => Disposable;
  /** Clears the sessions of all users in this process, and has their open streams checked: a rule for sign-ins changed. */
  readonly checkEveryone: () => void;
  /** Calls `listen` when a rule for sign-ins changed. */
  readonly onRules: (listen: () => void) => Disposable;
}

/** Settings and listeners. */
export interface AccessOptions {
  readonly jwtSecret: string;
  readonly sessionHours: number;
  /** Default 0: sessions are not renewed. */
  readonly refreshDays?: number;
  /** Default 0: sessions are renewed forever. */
  readonly maxSessionDays?: number;
  readonly requiresVerification?: () => boolean;
  /** Default: none. */
  readonly factorRoles?: () => readonly Role[];
  /** Default 30. */
  readonly rememberDays?: () => number;
  readonly serverName?: () => string;
  /** Default: open to all. */
  readonly passwordPolicy?: () => PasswordPolicy;
  /** Makes other processes clear the caches of a user. */
  readonly announce?: (userId: string) => void;
  /** Tells other processes the outcome of a password check. */
  readonly tellSignIn?: (news: SignInNews) => void;
  readonly onRefused?: (refused: RefusedSignIn) => void;
}

function createListeners<Told extends unknown[]>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    tell: (...told: Told): void => {
      for (const listen of listeners) listen(...told);
    },
    add: (listen: (...told: Told) => void): Disposable => {
      listeners.add(listen);
      return { [Symbol.dispose]: () => void listeners.delete(listen) };
    },
  };
}

/** Starts with empty caches. */
export function createAccess(options: AccessOptions): Access {
  const forgotten = createListeners<[userId: string]>();
  const rules = createListeners<[]>();
  const memoryKey = randomBytes(32);
  const sessions = createRecent<Viewer>({ ttlMs: SESSION_MS, maxEntries: MAX_REMEMBERED });
  const passwords = createRecent<CheckedPassword>({ ttlMs: PASSWORD_MS, maxEntries: MAX_REMEMBERED });
  const checks = new Map<string, Promise<UserTable>>();
  // Half of the lifetime: a cached session lasts as long again.
  const clients = createRecent<ClientSession>({ ttlMs: options.sessionHours * 1_800_000, maxEntries: MAX_REMEMBERED });
  const forgetUserHere = (userId: string): void => {
    sessions.forget((viewer) => dependsOn(viewer, userId));
    passwords.forget((checked) => checked.userId === userId);
    clients.forget((session) => session.userId === userId);
    // Later requests must not share the result of a check that began before.
    checks.clear();
    forgotten.tell(userId);
  };
  return {
    tokens: createSessionTokens(options.jwtSecret),
    refreshTokens: createRefreshTokens(options.jwtSecret),
    sealer: createSealer(options.jwtSecret),
    mailed: createRecent<true>({ ttlMs: MAIL_PAUSE_MS, maxEntries: MAX_REMEMBERED }),
    throttle: createLoginThrottle({
      secret: options.jwtSecret,
      ...(options.tellSignIn === undefined ? {} : { tell: options.tellSignIn }),
    }),
    sessionMs: options.sessionHours * 3_600_000,
    refreshMs: (options.refreshDays ?? 0) * 86_400_000,
    maxSessionMs: (options.maxSessionDays ?? 0) === 0 ? Infinity : (options.maxSessionDays ?? 0) * 86_400_000,
    requiresVerification: options.requiresVerification ?? (() => false),
    factorRoles: options.factorRoles ?? (() => []),
    rememberMs: () => (options.rememberDays?.() ?? 30) * 86_400_000,
    serverName: options.serverName ?? (() => ''),
    passwordPolicy: options.passwordPolicy ?? (() => ({ isOpenToAll: true, emergencyAdmin: '' })),
    sessions,
    passwords,
    places: createRecent<true>({ ttlMs: KNOWN_PLACE_MS, maxEntries: MAX_REMEMBERED }),
    checks,
    clients,
    clientsOpening: new Map(),
    passwordKey: (login, password, place) =>
      createHmac('sha256', memoryKey)
        .update(JSON.stringify([place, login, password]))
        .digest('base64'),
    digestOf: (purpose, text) =>
      createHmac('sha256', options.jwtSecret).update(`${purpose} ${text}`).digest('base64url'),
    refused: (refused) => options.onRefused?.(refused),
    forgetUserHere,
    forgetUser: (userId) => {
      forgetUserHere(userId);
      options.announce?.(userId);
    },
    onForget: forgotten.add,
    checkEveryone: () => {
      sessions.forget(() => true);
      rules.tell();
    },
    onRules: rules.add,
  };
}
