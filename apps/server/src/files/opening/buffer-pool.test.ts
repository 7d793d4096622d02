import { describe, expect, it } from 'vitest';
import { createBufferPool, type LentBuffer } from './buffer-pool.ts';

const MEGABYTE = 1024 * 1024;

/** Whether two loans share memory. */
function overlap({ bytes: one }: LentBuffer, { bytes: other }: LentBuffer): boolean {
  const begins = Math.max(one.byteOffset, other.byteOffset);
  return one.buffer === other.buffer && begins < Math.min(one.byteOffset + one.length, other.byteOffset + other.length);
}

describe('the buffer pool', () => {
  it('lends a buffer again once it was given back', () => {
    const pool = createBufferPool();
    const first = pool.lend(MEGABYTE);
    const second = pool.lend(MEGABYTE);
    expect(overlap(first, second)).toBe(false);
    first.giveBack();
    const third = pool.lend(MEGABYTE - 5);
    expect(overlap(first, third)).toBe(true);
    expect(third.bytes.length).toBe(MEGABYTE - 5);
  });

  it('never lends one piece of memory to two, though it be given back twice', () => {
    const pool = createBufferPool();
    const lent = pool.lend(MEGABYTE);
    lent.giveBack();
    lent.giveBack();
    const all = Array.from({ length: 20 }, () => pool.lend(MEGABYTE));
    for (const [index, one] of all.entries()) {
      expect(all.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
    }
  });

  it('keeps no more than a few dozen megabytes, and nothing after it was cleared', () => {
    const pool = createBufferPool();
    const many = Array.from({ length: 100 }, () => pool.lend(MEGABYTE));
    for (const { giveBack } of many) giveBack();
    const again = Array.from({ length: 100 }, () => pool.lend(MEGABYTE));
    const kept = again.filter((one) => many.some((other) => overlap(one, other)));
    expect(kept.length).toBeGreaterThan(60);
    expect(kept.length).toBeLessThanOrEqual(64);
    const lent = pool.lend(2 * MEGABYTE);
    lent.giveBack();
    pool.clear();
    expect(overlap(pool.lend(2 * MEGABYTE), lent)).toBe(false);
  });

  it('lends again what it has, of however many sizes', () => {
    const pool = createBufferPool();
    const sizes = Array.from({ length: 24 }, (_, index) => Math.floor(65_536 * 1.19 ** index));
    const lendAll = () => sizes.map((size) => pool.lend(size));
    const first = lendAll();
    for (const { giveBack } of first) giveBack();
    const again = lendAll();
    expect(again.filter((one) => !first.some((other) => overlap(one, other)))).toEqual([]);
  });

  it.each([0, 1, 65_535, 65_536, 100_000, 1_234_567, 20 * MEGABYTE])('lends exactly %s bytes', (length) => {
    expect(createBufferPool().lend(length).bytes.length).toBe(length);
  });
});
