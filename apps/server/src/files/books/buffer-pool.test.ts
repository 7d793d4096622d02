import { describe, expect, it } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

const MEGABYTE = 1024 * 1024;

describe('the buffer pool', () => {
  it('lends a buffer again once it was given back', () => {
    const pool = createBufferPool();
    const first = pool.lend(MEGABYTE);
    const second = pool.lend(MEGABYTE);
    expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
    first.giveBack();
    const third = pool.lend(MEGABYTE - 5);
    expect(third.bytes.buffer).toBe(first.bytes.buffer);
    expect(third.bytes.length).toBe(MEGABYTE - 5);
  });

  it('never lends one buffer to two, though it be given back twice', () => {
    const pool = createBufferPool();
    const lent = pool.lend(MEGABYTE);
    lent.giveBack();
    lent.giveBack();
    expect(pool.lend(MEGABYTE).bytes.buffer).not.toBe(pool.lend(MEGABYTE).bytes.buffer);
  });

  it('keeps no more than a few dozen megabytes, and nothing after it was cleared', () => {
    const pool = createBufferPool();
    const many = Array.from({ length: 100 }, () => pool.lend(MEGABYTE));
    for (const { giveBack } of many) giveBack();
    const buffers = new Set(many.map(({ bytes }) => bytes.buffer));
    const again = Array.from({ length: 100 }, () => pool.lend(MEGABYTE));
    expect(again.filter(({ bytes }) => buffers.has(bytes.buffer))).toHaveLength(64);
    const lent = pool.lend(2 * MEGABYTE);
    lent.giveBack();
    pool.clear();
    expect(pool.lend(2 * MEGABYTE).bytes.buffer).not.toBe(lent.bytes.buffer);
  });

  it.each([0, 1, 65_535, 65_536, 100_000, 1_234_567, 20 * MEGABYTE])('lends exactly %s bytes', (length) => {
    expect(createBufferPool().lend(length).bytes.length).toBe(length);
  });
});
