import { createHmac, randomBytes } from 'node:crypto';
import { createLoginThrottle, type LoginThrottle, type RefusedSignIn, type SignInNews } from './login-throttle.ts';
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
import type { Viewer } from '#core/viewer.ts';

/** How long a token, and the session it names, are believed without looking again. */
const SESSION_MS = 5_000;
/** How long a checked password is remembered for HTTP Basic. */
const PASSWORD_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;
/** How long an address is known where a password was right, or a session was used. */
export const KNOWN_PLACE_MS = 30 * 86_400_000;
/** An address gets one mail of a kind in this time, however often it is asked for. */
const MAIL_PAUSE_MS = 60_000;

/** A password that was found to be right. */
export interface CheckedPassword {
  readonly userId: string;
  /** What it was checked against: another hash is another password, whichever process stored it. */
  readonly passwordHash: string;
}

/** A session that was opened along with other credentials. */
export interface ClientSession {
  readonly userId: string;
  readonly token: string;
}

/** What the process remembers about who is signed in; everything in it can be thrown away at any time. */
export interface Access {
  readonly tokens: SessionTokens;
  readonly throttle: LoginThrottle;
  readonly refreshTokens: RefreshTokens;
  readonly sealer: Sealer;
  /** Who was written to just now, by sealed name. */
  readonly mailed: Recent<true>;
  readonly sessionMs: number;
  /** How long a session goes on when it is renewed; 0 when none is. */
  readonly refreshMs: number;
  /** Whether people who made their own account have to confirm their address before they sign in. */
  readonly requiresVerification: () => boolean;
  /** What the server is called. */
  readonly serverName: () => string;
  /** By token: of one that is known, not even the signature is checked again. */
  readonly sessions: Recent<Viewer>;
  /** Whose password was right, by the keyed hash of name and password. */
  readonly passwords: Recent<CheckedPassword>;
  /** Where a user's password was right, by user and address; it gives no right to anything. */
  readonly places: Recent<true>;
  /** Checks of HTTP Basic credentials that are under way, by the same hash. */
  readonly checks: Map<string, Promise<UserTable>>;
  /** Sessions that reader apps were given, by whom and which app: one that keeps no cookies gets the same again. */
  readonly clients: Recent<ClientSession>;
  /** Those that are being opened, by the same name. */
  readonly clientsOpening: Map<string, Promise<string>>;
  /** One for each place that asks: elsewhere a password that was right here is a guess like any other. */
  readonly passwordKey: (login: string, password: string, place: string) => string;
  /** A keyed hash, 43 URL-safe characters, the same as long as the secret of the server is; each purpose has its own. */
  readonly digestOf: (purpose: 'koreader' | 'cover' | 'device' | 'setup', text: string) => string;
  /** Notes a sign-in that was refused. */
  readonly refused: (refused: RefusedSignIn) => void;
  /** Forgets what is remembered of a user, here and in other processes; after any change of account, password or session. */
  readonly forgetUser: (userId: string) => void;
  /** The same because another process said so. */
  readonly forgetUserHere: (userId: string) => void;
  /** Calls `listen` when what a user may do or see may be another than before. */
  readonly onForget: (listen: (userId: string) => void) => Disposable;
}

/** How access is decided, and whom it tells. */
export interface AccessOptions {
  readonly jwtSecret: string;
  readonly sessionHours: number;
  /** 0, which it is unless given, for sessions that are not renewed. */
  readonly refreshDays?: number;
  readonly requiresVerification?: () => boolean;
  readonly serverName?: () => string;
  /** Tells other processes that a user is to be forgotten. */
  readonly announce?: (userId: string) => void;
  /** Tells other processes how a password was found. */
  readonly tellSignIn?: (news: SignInNews) => void;
  /** Logs a sign-in that was refused. */
  readonly onRefused?: (refused: RefusedSignIn) => void;
}

/** Begins with nothing remembered. */
export function createAccess(options: AccessOptions): Access {
  const listeners = new Set<(userId: string) => void>();
  const memoryKey = randomBytes(32);
  const sessions = createRecent<Viewer>({ ttlMs: SESSION_MS, maxEntries: MAX_REMEMBERED });
  const passwords = createRecent<CheckedPassword>({ ttlMs: PASSWORD_MS, maxEntries: MAX_REMEMBERED });
  const checks = new Map<string, Promise<UserTable>>();
  // It is good for as long again at least.
  const clients = createRecent<ClientSession>({ ttlMs: options.sessionHours * 1_800_000, maxEntries: MAX_REMEMBERED });
  const forgetUserHere = (userId: string): void => {
    sessions.forget((viewer) => viewer.userId === userId);
    passwords.forget((checked) => checked.userId === userId);
    clients.forget((session) => session.userId === userId);
    // Later requests must not share the result of a check that began before.
    checks.clear();
    for (const listen of listeners) listen(userId);
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
    requiresVerification: options.requiresVerification ?? (() => false),
    serverName: options.serverName ?? (() => ''),
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
    onForget: (listen) => {
      listeners.add(listen);
      return { [Symbol.dispose]: () => void listeners.delete(listen) };
    },
  };
}
