import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createLoginThrottle, type SignInNews } from './login-throttle.ts';

const MINUTE = 60_000;

function start() {
  const clock = { at: 1_000_000 };
  const throttle = createLoginThrottle({ now: () => clock.at });
  const fail = (name: string, times: number): void => {
    for (let count = 0; count < times; count += 1) {
      throttle.failed(name);
      clock.at += MINUTE;
    }
  };
  return { clock, throttle, fail };
}

describe('the login throttle', () => {
  it('waits for the oldest of ten failures to be fifteen minutes old', () => {
    const { clock, throttle, fail } = start();
    fail('ann', 9);
    throttle.check('ann');
    fail('ann', 1);
    try {
      throttle.check('ann');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ kind: 'rate_limit_exceeded', details: { retryAfter: 5 * 60 } });
    }
    clock.at += 5 * MINUTE - 1;
    expect(() => throttle.check('ann')).toThrow(AppError);
    clock.at += 1;
    throttle.check('ann');
  });

  it('forgets failures after a success, and keeps names apart', () => {
    const { throttle, fail } = start();
    fail('ann', 10);
    throttle.check('bob');
    throttle.succeeded('ann');
    throttle.check('ann');
  });

  it('counts what other processes tell, under a mark that does not give the name away', () => {
    const secret = 'the same for both';
    const told: SignInNews[] = [];
    const one = createLoginThrottle({ secret, tell: (news) => told.push(news) });
    const other = createLoginThrottle({ secret });
    for (let count = 0; count < 10; count += 1) one.failed('ann');
    expect(JSON.stringify(told)).not.toContain('ann');
    for (const news of told) other.hear(news);
    expect(() => other.check('ann')).toThrow(AppError);
    other.check('bob');
    one.succeeded('bob');
    expect(told).toHaveLength(10);
    one.succeeded('ann');
    for (const news of told.slice(10)) other.hear(news);
    other.check('ann');
  });

  it('remembers a bounded number of names', () => {
    const { throttle, fail } = start();
    for (let count = 0; count < 10; count += 1) throttle.failed('first');
    for (let count = 0; count < 10_000; count += 1) throttle.failed(`name ${String(count)}`);
    throttle.check('first');
    fail('last', 10);
    expect(() => throttle.check('last')).toThrow(AppError);
  });
});
