import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';

const MAX_FAILURES = 10;
const WINDOW_MS = 15 * 60_000;
/** Names remembered at most; the one that failed longest ago is forgotten first. */
const MAX_NAMES = 10_000;

/** What a process tells the others of sign-ins with a name: a mark that stands for the name, and whether it failed. */
export interface SignInNews {
  readonly mark: string;
  readonly failed: boolean;
}

/** Slows down whoever guesses passwords: counts failures by name, in memory, whatever address they come from. */
export interface LoginThrottle {
  /**
   * @throws {AppError} `rate_limit_exceeded` after 10 failures within 15 minutes, with `retryAfter` in seconds
   */
  readonly check: (name: string) => void;
  readonly failed: (name: string) => void;
  readonly succeeded: (name: string) => void;
  /** Takes into account what another process tells. */
  readonly hear: (news: SignInNews) => void;
}

/** How failures are counted, and whom they are told. */
export interface LoginThrottleOptions {
  /** The clock, epoch milliseconds. */
  readonly now?: () => number;
  /** Makes the marks of names, the same in every process that is told: what is typed as a name may be a password. */
  readonly secret?: string | Buffer;
  /** Tells the other processes. */
  readonly tell?: (news: SignInNews) => void;
}

/** Starts with no failures. */
export function createLoginThrottle(options: LoginThrottleOptions = {}): LoginThrottle {
  const { now = Date.now, secret = randomBytes(32), tell } = options;
  const failures = new Map<string, readonly number[]>();
  const markOf = (name: string): string => createHmac('sha256', secret).update(`sign-in ${name}`).digest('base64url');
  const recentOf = (mark: string): readonly number[] =>
    (failures.get(mark) ?? []).filter((at) => at > now() - WINDOW_MS);
  const count = (mark: string): void => {
    const recent = [...recentOf(mark), now()].slice(-MAX_FAILURES);
    failures.delete(mark);
    failures.set(mark, recent);
    const [oldest] = failures.keys();
    if (failures.size > MAX_NAMES && oldest !== undefined) failures.delete(oldest);
  };
  return {
    check: (name) => {
      const recent = recentOf(markOf(name));
      const [oldest] = recent;
      if (recent.length < MAX_FAILURES || oldest === undefined) return;
      const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
      throw new AppError(
        'rate_limit_exceeded',
        `Too many failed attempts, try again in ${String(retryAfter)} seconds`,
        {
          details: { retryAfter },
        },
      );
    },
    failed: (name) => {
      const mark = markOf(name);
      count(mark);
      tell?.({ mark, failed: true });
    },
    succeeded: (name) => {
      const mark = markOf(name);
      if (failures.delete(mark)) tell?.({ mark, failed: false });
    },
    hear: ({ mark, failed }) => {
      if (failed) count(mark);
      else failures.delete(mark);
    },
  };
}
