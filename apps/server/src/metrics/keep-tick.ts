import { executionAsyncResource } from 'node:async_hooks';

let kept: object | undefined;

/**
 * Holds one tick of Node for as long as the process lives, and gives it. Node makes an object with computed keys for every
 * tick, of which an answer takes about ten, and the engine makes them quickly as long as it knows what they look like: while
 * there is one. A collection of all garbage finds none, and from then on the engine takes the slow way for good, with five
 * times the work for each tick.
 */
export async function keepTick(): Promise<object> {
  return await new Promise((resolve) => {
    process.nextTick(() => {
      kept ??= executionAsyncResource();
      resolve(kept);
    });
  });
}
