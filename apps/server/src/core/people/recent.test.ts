import { describe, expect, it } from 'vitest';
import { createRecent } from './recent.ts';

function start() {
  const clock = { at: 0 };
  return { clock, recent: createRecent<string>({ ttlMs: 10, maxEntries: 2, now: () => clock.at }) };
}

describe('what was looked up recently', () => {
  it('is known for a while', () => {
    const { clock, recent } = start();
    recent.set('a', 'x', recent.version());
    clock.at = 9;
    expect(recent.get('a')).toBe('x');
    clock.at = 10;
    expect(recent.get('a')).toBeUndefined();
  });

  it('is forgotten earlier when it does not hold for that long', () => {
    const { clock, recent } = start();
    recent.set('a', 'x', recent.version(), 4);
    recent.set('b', 'x', recent.version(), 40);
    clock.at = 4;
    expect([recent.get('a'), recent.get('b')]).toEqual([undefined, 'x']);
    clock.at = 10;
    expect(recent.get('b')).toBeUndefined();
  });

  it('is bounded in number, the oldest going first', () => {
    const { recent } = start();
    for (const key of ['a', 'b', 'a', 'c']) recent.set(key, key, recent.version());
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual(['a', undefined, 'c']);
  });

  it('is not remembered when something was forgotten while it was looked up', () => {
    const { recent } = start();
    recent.set('a', 'old', recent.version());
    const version = recent.version();
    recent.forget((value) => value === 'old');
    recent.set('a', 'old', version);
    expect(recent.get('a')).toBeUndefined();
  });
});
