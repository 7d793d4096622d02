import { describe, expect, it } from 'vitest';
import { freeBytes } from './buffer-pool.ts';

describe('freeBytes', () => {
  it('frees memory that holds nothing else', () => {
    const whole = Buffer.alloc(100_000, 1);
    freeBytes(whole);
    expect(whole.length).toBe(0);
    const roomy = Buffer.alloc(100_001, 1).subarray(0, 100_000);
    freeBytes(roomy, 1);
    expect(roomy.length).toBe(0);
  });

  it('leaves memory alone that others share', () => {
    const whole = Buffer.alloc(100, 1);
    for (const part of [whole.subarray(0, 99), whole.subarray(1), whole.subarray(50)]) freeBytes(part);
    expect(whole.equals(Buffer.alloc(100, 1))).toBe(true);
    const pooled = Buffer.from('pooled');
    freeBytes(pooled, 1);
    expect(String(pooled)).toBe('pooled');
  });

  it('may be told twice of the same bytes', () => {
    const bytes = Buffer.alloc(100_000, 1);
    freeBytes(bytes);
    expect(() => freeBytes(bytes)).not.toThrow();
    expect(bytes).toHaveLength(0);
  });
});
