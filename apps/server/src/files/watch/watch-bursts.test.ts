import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countEvent, onEventsLost } from './lost-events.ts';

describe('onEventsLost', () => {
  it('is called once for thousands of events at once, and not for as many one after the other', async () => {
    let calls = 0;
    using _ = onEventsLost(() => {
      calls += 1;
    });
    for (let turn = 0; turn < 10; turn += 1) {
      for (let event = 0; event < 1_000; event += 1) countEvent();
      await nextTurn();
    }
    expect(calls).toBe(0);
    for (let event = 0; event < 20_000; event += 1) countEvent();
    expect(calls).toBe(1);
  });

  it('is called no more once it is disposed', () => {
    let calls = 0;
    onEventsLost(() => {
      calls += 1;
    })[Symbol.dispose]();
    for (let event = 0; event < 20_000; event += 1) countEvent();
    expect(calls).toBe(0);
  });
});
