import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addFiles, listUploads, removeFiles } from './upload-queue.ts';

const PLACE = { folder: 'Saga', fileName: 'Saga 1.cbz', problem: null, freeName: null, receivedBytes: 0 };

let isThere = false;
let asks = 0;

const states = () => listUploads('a', 'l').map(({ state }) => state.kind);

beforeEach(() => {
  [isThere, asks] = [false, 0];
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async () => {
    asks += 1;
    if (!isThere) throw new TypeError('Failed to fetch');
    return Promise.resolve(Response.json({ files: [PLACE] }));
  });
});

afterEach(() => {
  removeFiles(listUploads('a', 'l').map(({ key }) => key));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again for a place while the server is away, and refuses nothing', async () => {
  const adding = addFiles('a', 'l', [{ file: new File(['x'], 'Saga 1.cbz') }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asks).toBeGreaterThan(1);
  expect(states()).toEqual(['checking']);
  isThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  await adding;
  expect(states()).toEqual(['ready']);
});

it('asks no longer about a file that was taken off the list', async () => {
  const adding = addFiles('a', 'l', [{ file: new File(['x'], 'Saga 1.cbz') }]);
  await vi.advanceTimersByTimeAsync(0);
  removeFiles(listUploads('a', 'l').map(({ key }) => key));
  await vi.advanceTimersByTimeAsync(2_000);
  await adding;
  const before = asks;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asks).toBe(before);
  expect(states()).toEqual([]);
});
