import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('./lower-thread-priority.ts', import.meta.url).href;

/** Runs code in a thread; `module` is what is tested, `tell` sends the answer. */
async function inThread(code: string): Promise<unknown> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const tell = (value) => parentPort.postMessage(value);
     import(${JSON.stringify(MODULE)}).then(async (module) => { ${code} });`,
    { eval: true },
  );
  const [answer] = (await once(worker, 'message')) as [unknown];
  await worker.terminate();
  return answer;
}

describe.runIf(process.platform === 'linux')('a thread that gives way', () => {
  it('lets the others of its process go first, which stay as they are', async () => {
    const before = getPriority();
    const priority = await inThread(`
      module.lowerThreadPriority();
      const thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));
      tell(require('node:os').getPriority(thread));
    `);
    expect(priority).toBe(10);
    expect(getPriority()).toBe(before);
  });

  it('may be one of the pool that pictures are coded in', async () => {
    // The first work for the pool starts it.
    await stat('/');
    await inThread('module.lowerPoolPriority(); tell(true);');
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    const pool = threads.filter(({ name }) => name === 'libuv-worker');
    expect(pool.length).toBeGreaterThan(0);
    expect(pool.every(({ priority }) => priority === 5)).toBe(true);
  });
});
