import type { Logger } from 'pino';
import { shownAddress } from './client-address.ts';

type RefusalReason =
  | 'wrong password'
  | 'unknown user'
  | 'inactive user'
  | 'too many failures'
  | 'wrong current password'
  | 'wrong PIN'
  | 'API key'
  | 'refresh token used before'
  | 'reset link'
  | 'second factor missing'
  | 'wrong code'
  | 'passkey'
  | 'invitation'
  | 'sign-in provider'
  | 'sign-in header';

/** A refused sign-in. */
export interface RefusedSignIn {
  readonly ip: string;
  readonly reason: RefusalReason;
  /** The name of an account; undefined for unknown names, because a typed name may be a password. */
  readonly username: string | undefined;
  /** Of the same account, for the audit log. */
  readonly userId?: string | undefined;
  /** More for the audit log. Never what a stranger typed. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Longer names are cut. */
const MAX_NAME_LENGTH = 64;

/**
 * Logs refused sign-ins, one line each. The address comes first and the name last, because the filter in `docs/signing-in.md`
 * relies on it.
 */
export function createRefusalLog(log: Logger): (refused: RefusedSignIn) => void {
  return ({ ip, reason, username }) => {
    const user = username?.slice(0, MAX_NAME_LENGTH) ?? null;
    log.warn({ ip: shownAddress(ip) ?? null, refused: reason, user }, 'sign-in refused');
  };
}
