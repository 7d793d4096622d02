import { describe, expect, it } from 'vitest';
import { createSharedJobs } from './shared-jobs.ts';

/** Work that ends when it is told to, or when its signal is aborted. */
function newWork() {
  const { promise, resolve, reject } = newPromise();
  const seen: AbortSignal[] = [];
  const work = async (signal: AbortSignal): Promise<string> => {
    seen.push(signal);
    signal.addEventListener('abort', () => reject(new Error('stopped')));
    return await promise;
  };
  return { work, seen, finish: resolve };
}

function newPromise() {
  let resolve = (_value: string): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<string>((keep, refuse) => {
    resolve = keep;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

describe('shared jobs', () => {
  it('do the work once for all who wait', async () => {
    const jobs = createSharedJobs<string>();
    const { work, seen, finish } = newWork();
    const answers = [jobs.run('a', work), jobs.run('a', work, new AbortController().signal), jobs.run('a', work)];
    finish('done');
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
    expect(seen).toHaveLength(1);
  });

  it('go on when the one who began leaves and another still waits', async () => {
    const jobs = createSharedJobs<string>();
    const { work, seen, finish } = newWork();
    const first = new AbortController();
    const left = jobs.run('a', work, first.signal);
    const stays = jobs.run('a', work, new AbortController().signal);
    first.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(seen[0]?.aborted).toBe(false);
    finish('done');
    expect(await stays).toBe('done');
  });

  it('stop when all callers have left; the next caller gets a new one', async () => {
    const jobs = createSharedJobs<string>();
    const old = newWork();
    const one = new AbortController();
    const two = new AbortController();
    const answers = [jobs.run('a', old.work, one.signal), jobs.run('a', old.work, two.signal)];
    one.abort(new Error('gone'));
    two.abort(new Error('gone'));
    const fresh = newWork();
    const next = jobs.run('a', fresh.work);
    fresh.finish('fresh');
    expect(await next).toBe('fresh');
    expect(old.seen[0]?.aborted).toBe(true);
    for (const answer of answers) await expect(answer).rejects.toThrow('gone');
  });

  it('do not start for a caller who has left already', async () => {
    const { work, seen } = newWork();
    await expect(createSharedJobs<string>().run('a', work, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(seen).toEqual([]);
  });

  it('fail for all who wait, and are forgotten', async () => {
    const jobs = createSharedJobs<string>();
    const fail = async () => Promise.reject(new Error('torn'));
    const answers = [jobs.run('a', fail), jobs.run('a', fail)];
    for (const answer of answers) await expect(answer).rejects.toThrow('torn');
    expect(await jobs.run('a', async () => 'again')).toBe('again');
  });
});
