import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '#core/errors.ts';

const WINDOW_MS = 15 * 60_000;
/** Entries of one kind in memory; the one with the oldest failure is evicted first. */
const MAX_ENTRIES = 20_000;

/** Failures allowed within 15 minutes, by what they are counted by. */
const FAILURE_LIMITS = {
  /** Guesses at one account or name from one address. */
  pair: 10,
  /** Guesses at one account in a browser that it was signed in to. */
  device: 10,
  /** Guesses at the present password of a signed-in user. */
  own: 10,
  /** Guesses at the codes of one account, from everywhere. Only clients with its password or session can guess. */
  code: 10,
  /** Guesses at the PIN or password that leaves the child profiles of one account, from all its sessions. */
  pin: 10,
  /** Taken names found by registering from one address. */
  register: 10,
  /** Guesses at the setup code from one address. */
  setup: 10,
  /** Invitations that are not valid from one address. */
  invitation: 10,
  /** Shared links that do not exist from one address. */
  share: 10,
  /** Guesses at any name from one address. */
  address: 30,
  /** Guesses at any name from one network of 48 bits. */
  network: 100,
  /** Guesses at one account from all addresses. */
  account: 100,
  /** Guesses at an unknown name. Kept apart, so that invented names evict no account. */
  name: 100,
} as const;

type BudgetKind = keyof typeof FAILURE_LIMITS;

/** A budget of failures. */
export interface Budget {
  readonly kind: BudgetKind;
  readonly key: string;
}

/** The outcome of a password check, for other processes: keyed hashes of its budgets, and whether it failed. */
export interface SignInNews {
  readonly marks: readonly string[];
  readonly failed: boolean;
}

/** Slows down guessing of passwords by counting failures in memory. */
export interface LoginThrottle {
  /** @throws {AppError} `rate_limit_exceeded` when one of the budgets is spent, with `retryAfter` in seconds */
  readonly check: (budgets: readonly Budget[]) => void;
  readonly isSpent: (budget: Budget) => boolean;
  /** Counts one failure for each budget. */
  readonly failed: (budgets: readonly Budget[]) => void;
  /** Deletes the failures of the budgets. */
  readonly restore: (budgets: readonly Budget[]) => void;
  /** Entries in memory. */
  readonly count: () => number;
  /** Applies the outcome of another process. */
  readonly hear: (news: SignInNews) => void;
}

interface LoginThrottleOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Key of the hashes, the same in every process. Names are hashed, because a typed name may be a password. */
  readonly secret?: string | Buffer;
  /** Tells the other processes. */
  readonly tell?: (news: SignInNews) => void;
}

interface FailureCounter {
  /** Milliseconds until one more failure is allowed; 0 when it is allowed now. */
  readonly waitMs: (mark: string) => number;
  readonly add: (mark: string) => void;
  readonly forget: (mark: string) => boolean;
  readonly count: () => number;
}

function createFailureCounter(limit: number, now: () => number): FailureCounter {
  const failures = new Map<string, readonly number[]>();
  const listRecent = (mark: string): readonly number[] =>
    (failures.get(mark) ?? []).filter((at) => at > now() - WINDOW_MS);
  return {
    waitMs: (mark) => {
      const recent = listRecent(mark);
      const [oldest] = recent;
      return recent.length < limit || oldest === undefined ? 0 : oldest + WINDOW_MS - now();
    },
    add: (mark) => {
      const recent = [...listRecent(mark), now()].slice(-limit);
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

/** Starts without failures. */
export function createLoginThrottle(options: LoginThrottleOptions = {}): LoginThrottle {
  const { now = Date.now, secret = randomBytes(32), tell } = options;
  const counters = Object.fromEntries(
    KINDS.map((kind) => [kind, createFailureCounter(FAILURE_LIMITS[kind], now)]),
  ) as Readonly<Record<BudgetKind, FailureCounter>>;
  const hashBudget = ({ kind, key }: Budget): string =>
    `${kind}.${createHmac('sha256', secret).update(`sign-in ${kind} ${key}`).digest('base64url')}`;
  const findCounter = (mark: string): FailureCounter | undefined => {
    const kind = KINDS.find((one) => mark.startsWith(`${one}.`));
    return kind === undefined ? undefined : counters[kind];
  };
  const getWaitMs = (budget: Budget): number => counters[budget.kind].waitMs(hashBudget(budget));
  return {
    check: (budgets) => {
      const waitMs = Math.max(0, ...budgets.map(getWaitMs));
      if (waitMs === 0) return;
      const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
      throw new AppError(
        'rate_limit_exceeded',
        `Too many failed attempts, try again in ${String(retryAfter)} seconds`,
        { details: { retryAfter } },
      );
    },
    isSpent: (budget) => getWaitMs(budget) > 0,
    failed: (budgets) => {
      const marks = budgets.map(hashBudget);
      for (const mark of marks) findCounter(mark)?.add(mark);
      tell?.({ marks, failed: true });
    },
    restore: (budgets) => {
      const marks = budgets.map(hashBudget).filter((mark) => findCounter(mark)?.forget(mark) === true);
      if (marks.length > 0) tell?.({ marks, failed: false });
    },
    count: () => KINDS.reduce((sum, kind) => sum + counters[kind].count(), 0),
    hear: ({ marks, failed }) => {
      for (const mark of marks) {
        if (failed) findCounter(mark)?.add(mark);
        else findCounter(mark)?.forget(mark);
      }
    },
  };
}
