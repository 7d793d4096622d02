import { expect, it } from 'vitest';
import { keepTick } from './loop-watch.ts';

it('keeps what Node makes for a tick, once', async () => {
  const tick = await keepTick();
  // No other resource of Node has what a tick is to call.
  expect(tick).toMatchObject({ callback: expect.any(Function) as unknown });
  expect(await keepTick()).toBe(tick);
});
