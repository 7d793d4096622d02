import 'fake-indexeddb/auto';
import { ApiError } from '@lectern/contract/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptStore, ownerStore } from './kept-store.ts';
import { forgetUser } from './offline-db.ts';
import { orKeep } from './or-keep.ts';
import { stopSending } from './send-outbox.ts';

const USER = 'u1';

beforeEach(async () => {
  ownerStore.set(USER);
  await forgetUser(USER);
});

afterEach(() => {
  stopSending();
  ownerStore.set(undefined);
  keptStore.set(undefined);
  vi.unstubAllGlobals();
});

async function keepAfter(status: number, kind = 'Unknown'): Promise<number> {
  const change = { kind: 'want', of: 'book', id: 'b', wanted: true } as const;
  await orKeep(async () => Promise.reject(new ApiError(status, kind, '')), change, { title: 'B' });
  return keptStore.get()?.outbox.length ?? 0;
}

it.each([0, 502, 503, 504])('keeps a change when no server answered, or a proxy with %i', async (status) => {
  expect(await keepAfter(status)).toBe(1);
});

it('keeps nothing that the server itself answered', async () => {
  await expect(keepAfter(503, 'ServiceUnavailable')).rejects.toMatchObject({ status: 503 });
  await expect(keepAfter(404, 'NotFound')).rejects.toMatchObject({ status: 404 });
  expect(keptStore.get()?.outbox ?? []).toEqual([]);
});
