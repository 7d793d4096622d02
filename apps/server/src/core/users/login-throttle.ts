import { AppError } from '../errors.ts';

const MAX_FAILURES = 10;
const WINDOW_MS = 15 * 60_000;
/** Names remembered at most; the one that failed longest ago is forgotten first. */
const MAX_NAMES = 10_000;

/** Slows down whoever guesses passwords: counts failures by name, in memory, whatever address they come from. */
export interface LoginThrottle {
  /**
   * @throws {AppError} `rate_limit_exceeded` after 10 failures within 15 minutes, with `retryAfter` in seconds
   */
  readonly check: (name: string) => void;
  readonly failed: (name: string) => void;
  readonly succeeded: (name: string) => void;
}

/**
 * Starts with no failures.
 * @param now the clock, epoch milliseconds
 */
export function createLoginThrottle(now: () => number = Date.now): LoginThrottle {
  const failures = new Map<string, readonly number[]>();
  const recentOf = (name: string): readonly number[] =>
    (failures.get(name) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    check: (name) => {
      const recent = recentOf(name);
      const [oldest] = recent;
      if (recent.length < MAX_FAILURES || oldest === undefined) return;
      const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
      throw new AppError(
        'rate_limit_exceeded',
        `Too many failed sign-ins, try again in ${String(retryAfter)} seconds`,
        {
          details: { retryAfter },
        },
      );
    },
    failed: (name) => {
      const recent = [...recentOf(name), now()].slice(-MAX_FAILURES);
      failures.delete(name);
      failures.set(name, recent);
      const [oldestName] = failures.keys();
      if (failures.size > MAX_NAMES && oldestName !== undefined) failures.delete(oldestName);
    },
    succeeded: (name) => {
      failures.delete(name);
    },
  };
}
