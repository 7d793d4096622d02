import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { warmUpThread, takeThread } from './spare-threads.ts';

const ECHO = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (said) => parentPort.postMessage(said));`;
const ENTRY = new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`);

describe('readyThread', () => {
  it('has one thread start before it is taken, however often it is asked', async () => {
    const kind = { entry: ENTRY, data: { of: 'ready' } };
    warmUpThread(kind);
    warmUpThread(kind);
    const later = new Worker(ENTRY);
    const first = takeThread(kind);
    const second = takeThread(kind);
    // Numbers are given in the order in which threads begin.
    expect(first.threadId).toBeLessThan(later.threadId);
    expect(second.threadId).toBeGreaterThan(later.threadId);
    for (const worker of [first, second]) {
      worker.ref();
      const answer = once(worker, 'message');
      worker.postMessage('hello');
      expect(await answer).toEqual(['hello']);
    }
    await Promise.all([first, second, later].map(async (worker) => worker.terminate()));
  });
});
