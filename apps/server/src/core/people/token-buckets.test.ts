import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const RULE = { perSecond: 10, burst: 50 };
const TOKEN = 10;

function newBuckets(maxBuckets?: number) {
  const clock = { now: 1_000 };
  const buckets = createTokenBuckets({ now: () => clock.now, ...(maxBuckets === undefined ? {} : { maxBuckets }) });
  return { clock, buckets };
}

describe('token buckets', () => {
  it('let a burst through, then as much as flows in, and say when to come again', () => {
    const { clock, buckets } = newBuckets();
    const take = () => buckets.take('a', RULE, TOKEN);
    expect(take()).toEqual({ isAllowed: true, limit: 50, remaining: 49, resetSeconds: 0, retryAfterSeconds: 1 });
    for (let left = 48; left >= 0; left -= 1) expect(take().remaining).toBe(left);
    expect(take()).toEqual({ isAllowed: false, limit: 50, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 });
    clock.now += 99;
    expect(take().isAllowed).toBe(false);
    clock.now += 1;
    expect([take().isAllowed, take().isAllowed]).toEqual([true, false]);
    clock.now += 1_000;
    expect(Array.from({ length: 11 }, () => take().isAllowed).filter(Boolean)).toHaveLength(10);
    clock.now += 1_000_000;
    expect(take().remaining).toBe(49);
    expect(buckets.take('b', RULE, TOKEN).remaining).toBe(49);
  });

  it('never admit more than burst and flow allow, whenever requests come', () => {
    const { clock, buckets } = newBuckets();
    let admitted = 0;
    for (let request = 0; request < 5_000; request += 1) {
      clock.now += [0, 3, 7, 0.25][request % 4] ?? 0;
      if (buckets.take('a', RULE, TOKEN).isAllowed) admitted += 1;
    }
    const flown = ((clock.now - 1_000) / 1_000) * RULE.perSecond;
    expect(admitted).toBe(Math.floor(RULE.burst + flown));
  });

  it('take pictures for a tenth, exactly', () => {
    const { buckets } = newBuckets();
    for (let picture = 0; picture < 500; picture += 1) expect(buckets.take('a', RULE, 1).isAllowed).toBe(true);
    expect(buckets.take('a', RULE, 1)).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 1 });
  });

  it('give back what was not used, never more than they hold, and take no more than there is', () => {
    const { buckets } = newBuckets();
    buckets.take('a', RULE, TOKEN);
    expect(buckets.adjust('a', RULE, -9).remaining).toBe(49);
    expect(buckets.adjust('a', RULE, -500).remaining).toBe(50);
    expect(buckets.adjust('a', RULE, 5_000)).toMatchObject({ remaining: 0, resetSeconds: 1 });
    expect(buckets.adjust('b', RULE, 0).remaining).toBe(50);
  });

  it('say how long the wait is where it is long', () => {
    const { buckets } = newBuckets();
    const slow = { perSecond: 0.1, burst: 1 };
    buckets.take('a', slow, TOKEN);
    expect(buckets.take('a', slow, TOKEN)).toMatchObject({ resetSeconds: 10, retryAfterSeconds: 10 });
  });

  it('follow another rule from the next request on', () => {
    const { buckets } = newBuckets();
    buckets.take('a', RULE, TOKEN);
    expect(buckets.take('a', { perSecond: 1, burst: 5 }, TOKEN)).toMatchObject({ limit: 5, remaining: 4 });
  });

  it('forget who is full again, and who came first when there are too many', () => {
    const { clock, buckets } = newBuckets();
    for (let client = 0; client < 1_000; client += 1) buckets.take(`c${client}`, RULE, TOKEN);
    expect(buckets.count()).toBe(1_000);
    clock.now += 100;
    for (let client = 0; client < 600; client += 1) buckets.take(`d${client}`, RULE, TOKEN);
    expect(buckets.count()).toBe(600);
    const few = newBuckets(3).buckets;
    for (const key of ['a', 'b', 'a', 'c', 'd']) few.take(key, RULE, TOKEN);
    expect(few.count()).toBe(3);
    expect([few.take('a', RULE, TOKEN).remaining, few.take('b', RULE, TOKEN).remaining]).toEqual([47, 49]);
  });
});
