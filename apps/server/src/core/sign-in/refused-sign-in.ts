import type { Logger } from 'pino';
import { shownAddress } from '#core/limits/client-address.ts';

/** Why nobody was signed in. */
type RefusalReason =
  | 'wrong password'
  | 'unknown user'
  | 'inactive user'
  | 'too many failures'
  | 'wrong current password'
  | 'API key'
  | 'refresh token used before'
  | 'reset link';

/** A sign-in that was refused. */
export interface RefusedSignIn {
  readonly ip: string;
  readonly reason: RefusalReason;
  /** The name of an account; undefined where there is none, since what was typed as a name may be a password. */
  readonly username: string | undefined;
}

/** Longer names are cut: one line is one failure, and no book. */
const MAX_NAME_LENGTH = 64;

/**
 * Logs refused sign-ins, one line each. The address comes first and the name last: `docs/signing-in.md` has a filter that
 * relies on it.
 */
export function createRefusalLog(log: Logger): (refused: RefusedSignIn) => void {
  return ({ ip, reason, username }) => {
    const user = username?.slice(0, MAX_NAME_LENGTH) ?? null;
    log.warn({ ip: shownAddress(ip) ?? null, refused: reason, user }, 'sign-in refused');
  };
}
