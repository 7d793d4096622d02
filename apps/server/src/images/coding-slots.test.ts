import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { CodingMemory, takeCodingSlot } from './coding-memory.ts';
import { createCodingSlots } from './coding-slots.ts';

/** Takes a slot again and again, and writes down how many have one. */
const DRAWING_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { setTimeout as later } from 'node:timers/promises';
    import { parentPort, workerData } from 'node:worker_threads';
    import { takeCodingSlot } from '${new URL('coding-memory.ts', import.meta.url).href}';
    parentPort.on('message', () => undefined);
    const { place, counters, rounds } = workerData;
    for (let round = 0; round < rounds; round += 1) {
      const slot = await takeCodingSlot(place, () => undefined);
      const now = Atomics.add(counters, 0, 1) + 1;
      if (now > Atomics.load(counters, 1)) Atomics.store(counters, 1, now);
      if (round % 8 === 0) await later(1);
      Atomics.sub(counters, 0, 1);
      slot[Symbol.dispose]();
    }
    parentPort.close();
  `)}`,
);

const unheard = (): void => undefined;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

describe('coding slots', () => {
  it('let two work at a time, people first', async () => {
    const slots = createCodingSlots();
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const work = (name: string) => async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      order.push(name);
    };
    await Promise.all([
      slots.run(work('cover 1'), 'background'),
      slots.run(work('cover 2'), 'background'),
      slots.run(work('cover 3'), 'background'),
      slots.run(work('page'), 'viewer'),
    ]);
    expect(most).toBe(2);
    expect(order.indexOf('page')).toBeLessThan(order.indexOf('cover 3'));
    expect(order.slice(0, 2)).toEqual(['cover 1', 'cover 2']);
  });

  it('let who has left out of the line, without its work', async () => {
    const slots = createCodingSlots();
    const order: string[] = [];
    const work = (name: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      order.push(name);
    };
    const gone = new AbortController();
    const running = [slots.run(work('one'), 'viewer'), slots.run(work('two'), 'viewer')];
    const left = slots.run(work('left'), 'viewer', gone.signal);
    const last = slots.run(work('last'), 'viewer', new AbortController().signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(slots.run(work('late'), 'viewer', gone.signal)).rejects.toThrow('gone');
    await Promise.all([...running, last]);
    expect(order).toEqual(['one', 'two', 'last']);
  });

  it('are shared with other threads, which go after waiting requests', async () => {
    const slots = createCodingSlots();
    using cover = slots.lend('background');
    using other = slots.lend('background');
    const held = await takeCodingSlot(cover.place, unheard);
    const gate = new AbortController();
    const running = slots.run(async () => once(gate.signal, 'abort'), 'viewer');
    const told: string[] = [];
    const wanted = slots.run(async () => told.push('page'), 'viewer');
    const late = takeCodingSlot(other.place, unheard).then((slot) => {
      told.push('cover');
      return slot;
    });
    await turns();
    expect(told).toEqual([]);
    held[Symbol.dispose]();
    await wanted;
    using _ = await late;
    expect(told).toEqual(['page', 'cover']);
    gate.abort();
    await running;
  });

  it('get back what a thread held or wanted that was stopped', async () => {
    const slots = createCodingSlots();
    for (let round = 0; round < 2; round += 1) {
      using one = slots.lend('background');
      using two = slots.lend('viewer');
      using three = slots.lend('viewer');
      await takeCodingSlot(one.place, unheard);
      await takeCodingSlot(two.place, unheard);
      // Stopped while it waits: no answer comes.
      const memory = new CodingMemory(three.place.memory);
      expect(memory.tryTake(three.place.owner, 'viewer')).toBe(false);
      memory.want(three.place.owner);
    }
    expect(await slots.run(async () => Promise.resolve('drawn'), 'background')).toBe('drawn');
  });

  it('are never more than two, whatever threads and the main one do with them', async () => {
    const slots = createCodingSlots();
    let most = 0;
    let done = 0;
    const counters = new Int32Array(new SharedArrayBuffer(8));
    const lent = Array.from({ length: 3 }, (_, at) => slots.lend(at === 0 ? 'viewer' : 'background'));
    const threads = lent.map(
      ({ place }) => new Worker(DRAWING_THREAD, { workerData: { place, counters, rounds: 200 } }),
    );
    const ends = threads.map(async (thread) => once(thread, 'exit'));
    const draw = async () => {
      most = Math.max(most, Atomics.add(counters, 0, 1) + 1);
      await turns();
      Atomics.sub(counters, 0, 1);
      done += 1;
    };
    await Promise.all(Array.from({ length: 200 }, (_, at) => slots.run(draw, at % 3 === 0 ? 'viewer' : 'background')));
    expect(await Promise.all(ends)).toEqual([[0], [0], [0]]);
    expect([done, Atomics.load(counters, 0)]).toEqual([200, 0]);
    expect(Math.max(most, Atomics.load(counters, 1))).toBeLessThanOrEqual(2);
    for (const one of lent) one[Symbol.dispose]();
  });

  it('tell now and then that a thread still waits', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slots = createCodingSlots();
      using one = slots.lend('viewer');
      using two = slots.lend('viewer');
      using three = slots.lend('background');
      const [held] = [await takeCodingSlot(one.place, unheard), await takeCodingSlot(two.place, unheard)];
      let told = 0;
      const waiting = takeCodingSlot(three.place, () => {
        told += 1;
      });
      await turns();
      expect(told).toBe(0);
      vi.advanceTimersByTime(1_000);
      using four = slots.lend('viewer');
      const memory = new CodingMemory(four.place.memory);
      memory.want(four.place.owner);
      memory.free(four.place.owner);
      await expect.poll(() => told).toBe(1);
      held[Symbol.dispose]();
      using _ = await waiting;
    } finally {
      vi.useRealTimers();
    }
  });
});
