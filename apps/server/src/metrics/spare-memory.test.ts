import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveBackSpareMemory } from './spare-memory.ts';

const LOOK_MS = 5_000;

/** A process whose work the test does. */
function newEngine() {
  let cpu = 0;
  let collected = 0;
  return {
    cpuMs: () => cpu,
    collect: async () => {
      collected += 1;
      // Collecting is work too.
      cpu += 500;
    },
    /** Goes on until the next look. */
    work: async (cpuMs: number) => {
      cpu += cpuMs;
      await vi.advanceTimersByTimeAsync(LOOK_MS);
    },
    collected: () => collected,
  };
}

describe('giveBackSpareMemory', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('collects soon what the start left behind, whoever is at work', async () => {
    const engine = newEngine();
    using _ = giveBackSpareMemory(engine);
    expect(engine.collected()).toBe(0);
    await engine.work(2_000);
    expect(engine.collected()).toBe(1);
  });

  it('collects once when work has ended, and again after more work', async () => {
    const engine = newEngine();
    using _ = giveBackSpareMemory(engine);
    for (let look = 0; look < 5; look += 1) await engine.work(2_000);
    expect(engine.collected()).toBe(1);
    for (let look = 0; look < 10; look += 1) await engine.work(1);
    expect(engine.collected()).toBe(2);
    await engine.work(2_000);
    expect(engine.collected()).toBe(2);
    for (let look = 0; look < 10; look += 1) await engine.work(1);
    expect(engine.collected()).toBe(3);
  });

  it('waits as long as there is work every now and then', async () => {
    const engine = newEngine();
    using _ = giveBackSpareMemory(engine);
    for (let look = 0; look < 10; look += 1) await engine.work(look % 2 === 0 ? 2_000 : 0);
    expect(engine.collected()).toBe(1);
  });

  it('does nothing once it is disposed', async () => {
    const engine = newEngine();
    giveBackSpareMemory(engine)[Symbol.dispose]();
    for (let look = 0; look < 10; look += 1) await engine.work(0);
    expect(engine.collected()).toBe(0);
  });
});
