import { createHmac, randomBytes } from 'node:crypto';
import { type LoginThrottle, createLoginThrottle, type SignInNews } from './login-throttle.ts';
import { type SessionTokens, createSessionTokens } from './session-token.ts';
import { createRecent, type Recent } from './recent.ts';
import { createSealer, type Sealer } from './mails/sealer.ts';
import { createRefreshTokens, type RefreshTokens } from './refresh-token.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Viewer } from '../viewer.ts';

/** How long a token, and the session it names, are believed without looking again (decision A5). */
const SESSION_MS = 5_000;
/** How long a checked password is remembered for HTTP Basic (decision A13). */
const PASSWORD_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;
/** An address gets one mail of a kind in this time, however often it is asked for. */
const MAIL_PAUSE_MS = 60_000;

/** A password that was found to be right. */
export interface CheckedPassword {
  readonly userId: string;
  /** What it was checked against: another hash is another password, whichever process stored it. */
  readonly passwordHash: string;
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
  /** By token: of one that is known, not even the signature is checked again. */
  readonly sessions: Recent<Viewer>;
  /** Whose password was right, by the keyed hash of name and password. */
  readonly passwords: Recent<CheckedPassword>;
  /** Checks of HTTP Basic credentials that are under way, by the same hash. */
  readonly checks: Map<string, Promise<UserTable>>;
  readonly passwordKey: (login: string, password: string) => string;
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
  /** Tells other processes that a user is to be forgotten. */
  readonly announce?: (userId: string) => void;
  /** Tells other processes how signing in with a name went. */
  readonly tellSignIn?: (news: SignInNews) => void;
}

/** Begins with nothing remembered. */
export function createAccess(options: AccessOptions): Access {
  const listeners = new Set<(userId: string) => void>();
  const memoryKey = randomBytes(32);
  const sessions = createRecent<Viewer>({ ttlMs: SESSION_MS, maxEntries: MAX_REMEMBERED });
  const passwords = createRecent<CheckedPassword>({ ttlMs: PASSWORD_MS, maxEntries: MAX_REMEMBERED });
  const checks = new Map<string, Promise<UserTable>>();
  const forgetUserHere = (userId: string): void => {
    sessions.forget((viewer) => viewer.userId === userId);
    passwords.forget((checked) => checked.userId === userId);
    // Whoever asks from now on is not to share the outcome of a check that began before.
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
    sessions,
    passwords,
    checks,
    passwordKey: (login, password) =>
      createHmac('sha256', memoryKey)
        .update(`${String(login.length)}:${login}:${password}`)
        .digest('base64'),
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
