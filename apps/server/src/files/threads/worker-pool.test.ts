import { setImmediate as nextTurn } from 'node:timers/promises';
import { FormatError } from '@lectern/formats';
import { describe, expect, it } from 'vitest';
import { keepSpareThreads } from './spare-threads.ts';
import { createWorkerPool } from './worker-pool.ts';

/** A thread that echoes, hangs, dies or fails as it is told. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ id, request }) => {
      if (request.kind === 'hang') for (;;) {}
      if (request.kind === 'die') process.exit(3);
      if (request.kind === 'grow') { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
      if (request.kind === 'count') {
        for (let at = 1; at <= 3; at += 1) parentPort.postMessage({ id, progress: at });
        return parentPort.postMessage({ id, ok: true, value: 'counted' });
      }
      if (request.kind === 'fail') {
        const error = { kind: 'format', code: 'zip.truncated', message: 'short', offset: 7 };
        return parentPort.postMessage({ id, ok: false, error });
      }
      setTimeout(() => parentPort.postMessage({ id, ok: true, value: request.text + ' ' + threadId }), request.delay ?? 0);
    });
  `)}`,
);

interface Request {
  readonly kind: 'echo' | 'count' | 'hang' | 'die' | 'fail' | 'grow';
  readonly text?: string;
  readonly delay?: number;
}

type Answers = Record<Request['kind'], string>;
const options = { timeLimitMs: 60_000, background: false };

describe('the worker pool', () => {
  it('answers, and keeps its thread', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const first = await pool.run({ kind: 'echo', text: 'a' }, options);
    const second = await pool.run({ kind: 'echo', text: 'a' }, options);
    expect(first).toMatch(/^a \d+$/);
    expect(second).toBe(first);
  });

  it('leaves its thread to the next pool where threads are kept, unless it was busy', async () => {
    const getThread = async () => {
      await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
      return await pool.run({ kind: 'echo', text: 'a' }, options);
    };
    expect(await getThread()).not.toBe(await getThread());
    keepSpareThreads(1);
    try {
      const kept = await getThread();
      expect(await getThread()).toBe(kept);
      {
        await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
        const unanswered = expect(pool.run({ kind: 'hang' }, options)).rejects.toMatchObject({ code: 'ERR_STOPPED' });
        await pool[Symbol.asyncDispose]();
        await unanswered;
      }
      expect(await getThread()).not.toBe(kept);
    } finally {
      keepSpareThreads(0);
    }
  });

  it('stops a thread that hangs, and goes on with another', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const hung = pool.run({ kind: 'hang' }, { ...options, timeLimitMs: 300 });
    const next = pool.run({ kind: 'echo', text: 'b' }, options);
    await expect(hung).rejects.toMatchObject({ name: 'FormatError', code: 'limit.time' });
    expect(await next).toMatch(/^b /);
  });

  it('survives a thread that dies, and one that takes too much memory', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 32);
    await expect(pool.run({ kind: 'die' }, options)).rejects.toThrow(/stopped unexpectedly/);
    await expect(pool.run({ kind: 'grow' }, options)).rejects.toMatchObject({ code: 'file.too-large' });
    expect(await pool.run({ kind: 'echo', text: 'c' }, options)).toMatch(/^c /);
  });

  it('gives the error of a broken file its class and offset back', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const error = await pool.run({ kind: 'fail' }, options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ code: 'zip.truncated', offset: 7, message: 'short' });
  });

  it('serves people before background work, and keeps one thread free for them', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 2, 64, 1);
    const order: string[] = [];
    const run = async (text: string, background: boolean, delay: number): Promise<void> => {
      await pool.run({ kind: 'echo', text, delay }, { ...options, background });
      order.push(text);
    };
    // Both threads run: starting one may take longer than the first scan.
    await Promise.all([run('one', false, 50), run('other', false, 50)]);
    order.length = 0;
    await Promise.all([
      run('scan 1', true, 1_000),
      run('scan 2', true, 0),
      run('page 1', false, 50),
      run('page 2', false, 0),
    ]);
    expect(order).toEqual(['page 1', 'page 2', 'scan 1', 'scan 2']);
  });

  it('passes on how far a job is, in order and before its answer', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const told: unknown[] = [];
    const answer = await pool.run({ kind: 'count' }, { ...options, onProgress: (progress) => told.push(progress) });
    expect([...told, answer]).toEqual([1, 2, 3, 'counted']);
  });

  it('tells when a thread has ended that was stopped under a job, and nothing of one that went on', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const told: string[] = [];
    const onStopped = (): void => void told.push('ended');
    expect(await pool.run({ kind: 'echo', text: 'hello' }, { ...options, onStopped })).toMatch(/^hello /);
    const hung = pool.run({ kind: 'hang' }, { ...options, timeLimitMs: 50, onStopped });
    await expect(hung).rejects.toMatchObject({ code: 'limit.time' });
    await expect.poll(() => told).toEqual(['ended']);
  });

  it('gives jobs of one name to the thread that had the last of them', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 2, 64);
    const run = async (affinity: string, delay = 0): Promise<string> =>
      pool.run({ kind: 'echo', text: affinity, delay }, { ...options, affinity });
    const [one, two] = await Promise.all([run('one', 50), run('two', 50)]);
    expect(one.slice(4)).not.toBe(two.slice(4));
    expect([await run('two'), await run('one'), await run('two')]).toEqual([two, one, two]);
  });

  it('removes a waiting job from the queue when its caller leaves', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    const running = pool.run({ kind: 'echo', text: 'd', delay: 200 }, options);
    const controller = new AbortController();
    const waiting = pool.run({ kind: 'echo', text: 'e' }, { ...options, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await running).toMatch(/^d /);
  });

  it('never takes the late answer of a stopped thread for that of the next job', async () => {
    await using pool = createWorkerPool<Request, Answers>(ENTRY, 1, 64);
    await pool.run({ kind: 'echo', text: 'warm' }, options);
    const late = pool.run({ kind: 'echo', text: 'late', delay: 60 }, { ...options, timeLimitMs: 120 });
    late.catch(() => undefined);
    const next = pool.run({ kind: 'echo', text: 'next' }, options);
    // From here the loop looks at its timers before it looks at messages.
    await nextTurn();
    // Time runs out while the answer already waits to be taken.
    const until = performance.now() + 250;
    while (performance.now() < until);
    expect(await next).toMatch(/^next /);
    await late.catch(() => undefined);
  });
});
