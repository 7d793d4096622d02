import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { BoundedReads, UnansweredError } from './bounded-reads.ts';

/** A call of a file system that hangs until it is let go. */
function hanging<Value>(value: Value) {
  let letGo = (): void => undefined;
  const promise = new Promise<Value>((resolve) => {
    letGo = () => resolve(value);
  });
  return { call: vi.fn(async (): Promise<Value> => promise), letGo: () => letGo() };
}

/** Longer than a busy machine takes for what waits for nothing. */
const LIMITS = { slots: 2, timeMs: 500 };

describe('BoundedReads', () => {
  it('runs as many reads of a library as it has slots, in their order, and those of others beside them', async () => {
    const reads = new BoundedReads({ slots: 2, timeMs: 10_000 });
    const calls = [hanging(0), hanging(1), hanging(2), hanging(3)];
    const answers = calls.map(async ({ call }) => reads.run('/hung', call));
    expect(await reads.run('/other', async () => 'read')).toBe('read');
    expect(calls.map(({ call }) => call.mock.calls.length)).toEqual([1, 1, 0, 0]);
    calls[1]?.letGo();
    expect(await answers[1]).toBe(1);
    await expect.poll(() => calls.map(({ call }) => call.mock.calls.length)).toEqual([1, 1, 1, 0]);
    for (const { letGo } of calls) letGo();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3]);
  });

  it('gives up on a library that does not answer, fails at once while its slots hang, and reads again afterwards', async () => {
    const reads = new BoundedReads(LIMITS);
    const hung = [hanging('a'), hanging('b')];
    const waiting = hanging('c');
    const asked = [...hung, waiting].map(async ({ call }) => reads.run('/hung', call));
    await Promise.all(asked.map(async (answer) => expect(answer).rejects.toBeInstanceOf(UnansweredError)));
    const later = vi.fn(async () => 'd');
    const before = performance.now();
    await expect(reads.run('/hung', later)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - before).toBeLessThan(LIMITS.timeMs);
    expect([waiting.call.mock.calls.length, later.mock.calls.length]).toEqual([0, 0]);
    hung[0]?.letGo();
    await expect.poll(async () => reads.run('/hung', later).catch(() => 'hung')).toBe('d');
  });

  it('keeps the slot of a late read until it returns, and discards what it brings', async () => {
    const reads = new BoundedReads({ slots: 1, timeMs: 20 });
    const hung = hanging('late');
    const discard = vi.fn();
    await expect(reads.run('/hung', hung.call, discard)).rejects.toBeInstanceOf(UnansweredError);
    await sleep(40);
    await expect(reads.run('/hung', async () => 'next')).rejects.toBeInstanceOf(UnansweredError);
    expect(discard).not.toHaveBeenCalled();
    hung.letGo();
    await expect.poll(() => discard.mock.calls).toEqual([['late']]);
    expect(await reads.run('/hung', async () => 'next')).toBe('next');
  });

  it('passes on what a disk refuses, and frees the slot', async () => {
    const reads = new BoundedReads({ slots: 1, timeMs: 10_000 });
    const refused = Object.assign(new Error('refused'), { code: 'EIO' });
    await expect(reads.run('/root', async () => Promise.reject(refused))).rejects.toBe(refused);
    expect(await reads.run('/root', async () => 1)).toBe(1);
  });

  it('closes descriptors, also one that is closed already', async () => {
    const reads = new BoundedReads(LIMITS);
    const fd = openSync(import.meta.filename, 'r');
    await reads.close('/root', fd);
    await reads.close('/root', 1_000_000);
  });
});
