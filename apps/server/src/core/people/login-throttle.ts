import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import { shownAddress } from './client-address.ts';

const WINDOW_MS = 15 * 60_000;
/** Entries of one kind remembered at most; the one that failed longest ago is forgotten first. */
const MAX_ENTRIES = 20_000;

/** What failures are counted by, and how many within 15 minutes are too many. */
const FAILURE_LIMITS = {
  /** An account or name, guessed at from one address. */
  pair: 10,
  /** An account, guessed at in a browser that it has been signed in to. */
  device: 10,
  /** The present password of a user who is signed in. */
  own: 10,
  /** Names that are taken, heard of by registering from one address. */
  register: 10,
  /** The code for the first account, guessed at from one address. */
  setup: 10,
  /** All names, guessed at from one address. */
  address: 30,
  /** The same from one network of 48 bits. */
  network: 100,
  /** An account, guessed at from everywhere. */
  account: 100,
  /** A name that no account has. Kept apart, so that made up names push no account out of memory. */
  name: 100,
} as const;

type BudgetKind = keyof typeof FAILURE_LIMITS;

/** Something that may fail a number of times. */
export interface Budget {
  readonly kind: BudgetKind;
  readonly key: string;
}

/** What a process tells the others of a password that was checked: marks that stand for budgets, and whether it failed. */
export interface SignInNews {
  readonly marks: readonly string[];
  readonly failed: boolean;
}

/** Slows down those who guess passwords: counts failures in memory. */
export interface LoginThrottle {
  /**
   * @throws {AppError} `rate_limit_exceeded` when one of the budgets is spent, with `retryAfter` in seconds
   */
  readonly check: (budgets: readonly Budget[]) => void;
  readonly isSpent: (budget: Budget) => boolean;
  /** Takes one from each of the budgets. */
  readonly failed: (budgets: readonly Budget[]) => void;
  /** Makes the budgets whole again. */
  readonly restore: (budgets: readonly Budget[]) => void;
  /** What is remembered, in all. */
  readonly count: () => number;
  /** Takes into account what another process tells. */
  readonly hear: (news: SignInNews) => void;
}

/** How failures are counted, and whom they are told. */
interface LoginThrottleOptions {
  /** The clock, epoch milliseconds. */
  readonly now?: () => number;
  /** Makes the marks, the same in every process that is told: what is typed as a name may be a password. */
  readonly secret?: string | Buffer;
  /** Tells the other processes. */
  readonly tell?: (news: SignInNews) => void;
}

interface FailureCounter {
  /** Milliseconds until one more may fail; 0 when it may now. */
  readonly waitMs: (mark: string) => number;
  readonly add: (mark: string) => void;
  readonly forget: (mark: string) => boolean;
  readonly count: () => number;
}

function createFailureCounter(limit: number, now: () => number): FailureCounter {
  const failures = new Map<string, readonly number[]>();
  const recentOf = (mark: string): readonly number[] =>
    (failures.get(mark) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    waitMs: (mark) => {
      const recent = recentOf(mark);
      const [oldest] = recent;
      return recent.length < limit || oldest === undefined ? 0 : oldest + WINDOW_MS - now();
    },
    add: (mark) => {
      const recent = [...recentOf(mark), now()].slice(-limit);
      failures.delete(mark);
      failures.set(mark, recent);
      for (const [oldest, times] of failures) {
        if (failures.size <= MAX_ENTRIES && (times.at(-1) ?? 0) > now() - WINDOW_MS) break;
        failures.delete(oldest);
      }
    },
    forget: (mark) => failures.delete(mark),
    count: () => failures.size,
  };
}

const KINDS = Object.keys(FAILURE_LIMITS) as BudgetKind[];

/** Starts with no failures. */
export function createLoginThrottle(options: LoginThrottleOptions = {}): LoginThrottle {
  const { now = Date.now, secret = randomBytes(32), tell } = options;
  const counters = Object.fromEntries(
    KINDS.map((kind) => [kind, createFailureCounter(FAILURE_LIMITS[kind], now)]),
  ) as Readonly<Record<BudgetKind, FailureCounter>>;
  const markOf = ({ kind, key }: Budget): string =>
    `${kind}.${createHmac('sha256', secret).update(`sign-in ${kind} ${key}`).digest('base64url')}`;
  const counterOf = (mark: string): FailureCounter | undefined => {
    const kind = KINDS.find((one) => mark.startsWith(`${one}.`));
    return kind === undefined ? undefined : counters[kind];
  };
  const waitOf = (budget: Budget): number => counters[budget.kind].waitMs(markOf(budget));
  return {
    check: (budgets) => {
      const waitMs = Math.max(0, ...budgets.map(waitOf));
      if (waitMs === 0) return;
      const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
      throw new AppError(
        'rate_limit_exceeded',
        `Too many failed attempts, try again in ${String(retryAfter)} seconds`,
        {
          details: { retryAfter },
        },
      );
    },
    isSpent: (budget) => waitOf(budget) > 0,
    failed: (budgets) => {
      const marks = budgets.map(markOf);
      for (const mark of marks) counterOf(mark)?.add(mark);
      tell?.({ marks, failed: true });
    },
    restore: (budgets) => {
      const marks = budgets.map(markOf).filter((mark) => counterOf(mark)?.forget(mark) === true);
      if (marks.length > 0) tell?.({ marks, failed: false });
    },
    count: () => KINDS.reduce((sum, kind) => sum + counters[kind].count(), 0),
    hear: ({ marks, failed }) => {
      for (const mark of marks) {
        if (failed) counterOf(mark)?.add(mark);
        else counterOf(mark)?.forget(mark);
      }
    },
  };
}

/** Why a sign-in failed. */
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
