/** How fast a bucket fills, and how much it holds, in whole tokens. */
export interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** Tenths of a token: whole numbers, so that rounding loses nothing. */
export type Tenths = number;

const TOKEN: Tenths = 10;

/** Buckets in memory. The longest unused one is removed, and its client starts with a full bucket. */
const MAX_BUCKETS = 50_000;
/** Buckets checked at each use: more than one use can add. */
const SWEPT_AT_ONCE = 2;

interface Bucket {
  tenths: number;
  /** When `tenths` was computed, milliseconds. */
  at: number;
}

/** The outcome of a charge, and the state of the bucket. */
export interface Charge {
  /** False when the bucket had too little; then nothing was taken. */
  readonly isAllowed: boolean;
  /** Capacity of the bucket, in tokens. */
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Whole seconds until the bucket has a token; 0 when it has one. */
  readonly resetSeconds: number;
  /** Whole seconds until the charge would succeed, at least one. */
  readonly retryAfterSeconds: number;
}

/** Token buckets by key. A full bucket equals a missing one, so full buckets are removed. */
interface TokenBuckets {
  /** Takes all of `asked`, or nothing. */
  readonly take: (key: string, rule: BucketRule, asked: Tenths) => Charge;
  /** Takes more, down to an empty bucket. A negative amount is given back. */
  readonly adjust: (key: string, rule: BucketRule, more: Tenths) => Charge;
  readonly count: () => number;
}

function secondsUntil(wanted: Tenths, tenths: number, rule: BucketRule): number {
  return tenths >= wanted ? 0 : Math.ceil((wanted - tenths) / (rule.perSecond * TOKEN));
}

function filled({ tenths, at }: Bucket, rule: BucketRule, now: number): number {
  return Math.min(rule.burst * TOKEN, tenths + Math.max(0, now - at) * ((rule.perSecond * TOKEN) / 1_000));
}

/**
 * Starts with full buckets.
 * @param options.now milliseconds, never going back
 */
export function createTokenBuckets(
  options: { readonly now?: () => number; readonly maxBuckets?: number } = {},
): TokenBuckets {
  const { now = () => performance.now(), maxBuckets = MAX_BUCKETS } = options;
  /** Longest unused first. */
  const buckets = new Map<string, Bucket>();
  /** The last bucket in the map: repeated requests of one client need no reordering. */
  let newest: Bucket | undefined;

  const sweep = (rule: BucketRule, at: number): void => {
    let left = SWEPT_AT_ONCE;
    for (const [key, bucket] of buckets) {
      const isFull = filled(bucket, rule, at) >= rule.burst * TOKEN;
      if (left === 0 || (!isFull && buckets.size < maxBuckets)) return;
      buckets.delete(key);
      left -= 1;
    }
  };

  const open = (key: string, rule: BucketRule): Bucket => {
    const at = now();
    const known = buckets.get(key);
    if (known !== undefined && known === newest) {
      known.tenths = filled(known, rule, at);
      known.at = at;
      return known;
    }
    const bucket = { tenths: known === undefined ? rule.burst * TOKEN : filled(known, rule, at), at };
    buckets.delete(key);
    sweep(rule, at);
    buckets.set(key, bucket);
    newest = bucket;
    return bucket;
  };

  const describe = ({ tenths }: Bucket, rule: BucketRule, asked: Tenths, isAllowed: boolean): Charge => ({
    isAllowed,
    limit: rule.burst,
    remaining: Math.floor(tenths / TOKEN),
    resetSeconds: secondsUntil(TOKEN, tenths, rule),
    retryAfterSeconds: Math.max(1, secondsUntil(asked, tenths, rule)),
  });

  return {
    take: (key, rule, asked) => {
      const bucket = open(key, rule);
      const isAllowed = bucket.tenths >= asked;
      if (isAllowed) bucket.tenths -= asked;
      return describe(bucket, rule, asked, isAllowed);
    },
    adjust: (key, rule, more) => {
      const bucket = open(key, rule);
      bucket.tenths = Math.min(rule.burst * TOKEN, Math.max(0, bucket.tenths - more));
      return describe(bucket, rule, TOKEN, true);
    },
    count: () => buckets.size,
  };
}
