import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { type Budget, createLoginThrottle, type SignInNews } from './login-throttle.ts';

const MINUTE = 60_000;
const ann = { kind: 'pair', key: 'ann' } as const;
const bob = { kind: 'pair', key: 'bob' } as const;

function start() {
  const clock = { at: 1_000_000 };
  const throttle = createLoginThrottle({ now: () => clock.at });
  const fail = (budget: Budget, times: number): void => {
    for (let count = 0; count < times; count += 1) {
      throttle.failed([budget]);
      clock.at += MINUTE;
    }
  };
  return { clock, throttle, fail };
}

describe('the login throttle', () => {
  it('waits for the oldest of ten failures to be fifteen minutes old', () => {
    const { clock, throttle, fail } = start();
    fail(ann, 9);
    throttle.check([ann]);
    expect(throttle.isSpent(ann)).toBe(false);
    fail(ann, 1);
    expect(throttle.isSpent(ann)).toBe(true);
    try {
      throttle.check([bob, ann]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ kind: 'rate_limit_exceeded', details: { retryAfter: 5 * 60 } });
    }
    clock.at += 5 * MINUTE - 1;
    expect(() => throttle.check([ann])).toThrow(AppError);
    clock.at += 1;
    throttle.check([ann]);
  });

  it('makes a budget whole again after a success, and keeps budgets apart', () => {
    const { throttle, fail } = start();
    fail(ann, 10);
    throttle.check([bob, { kind: 'device', key: 'ann' }]);
    throttle.restore([ann]);
    throttle.check([ann]);
  });

  it('takes one from each budget, each of which has its own limit', () => {
    const { throttle } = start();
    const address = { kind: 'address', key: '203.0.113.9' } as const;
    for (let count = 0; count < 30; count += 1) {
      throttle.check([address]);
      throttle.failed([{ kind: 'pair', key: `name ${String(count)}` }, address]);
    }
    expect(() => throttle.check([address])).toThrow(AppError);
  });

  it('counts what other processes tell, under marks that do not give the names away', () => {
    const secret = 'the same for both';
    const told: SignInNews[] = [];
    const one = createLoginThrottle({ secret, tell: (news) => told.push(news) });
    const other = createLoginThrottle({ secret });
    const address = { kind: 'address', key: 'ann' } as const;
    for (let count = 0; count < 10; count += 1) one.failed([ann, address]);
    expect(JSON.stringify(told)).not.toContain('ann');
    for (const news of told) other.hear(news);
    expect(() => other.check([ann])).toThrow(AppError);
    other.check([bob, address]);
    for (const news of [...told, ...told]) other.hear(news);
    expect(() => other.check([address])).toThrow(AppError);
    one.restore([bob]);
    expect(told).toHaveLength(10);
    one.restore([ann]);
    for (const news of told.slice(10)) other.hear(news);
    other.check([ann]);
    other.hear({ marks: ['what another release counts.x', ''], failed: true });
  });

  it('remembers a bounded number of each kind: made up names push no account out', () => {
    const { throttle, fail } = start();
    const account = { kind: 'account', key: 'first' } as const;
    for (let count = 0; count < 100; count += 1) throttle.failed([account]);
    for (let count = 0; count < 10; count += 1) throttle.failed([ann]);
    for (let count = 0; count < 20_000; count += 1) {
      throttle.failed([
        { kind: 'pair', key: `name ${String(count)}` },
        { kind: 'name', key: `name ${String(count)}` },
      ]);
    }
    throttle.check([ann]);
    expect(() => throttle.check([account])).toThrow(AppError);
    fail(bob, 10);
    expect(() => throttle.check([bob])).toThrow(AppError);
    expect(throttle.count()).toBe(40_001);
  });

  it('forgets what is too old, without being asked for it', () => {
    const { clock, throttle } = start();
    for (let count = 0; count < 1_000; count += 1) throttle.failed([{ kind: 'pair', key: String(count) }]);
    clock.at += 16 * MINUTE;
    throttle.failed([ann]);
    expect(throttle.count()).toBe(1);
  });
});
