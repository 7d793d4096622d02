import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient } from './query-client.ts';

const onUnreachable = vi.fn();
const outcomes = { onSignedOut: vi.fn(), onAnswer: vi.fn(), onUnreachable };

beforeEach(() => void onUnreachable.mockClear());
afterEach(() => void vi.unstubAllGlobals());

async function failWith(status: number): Promise<void> {
  const queryFn = async () => Promise.reject(new ApiError(status, 'Unknown', ''));
  await expect(createQueryClient(outcomes).query({ queryKey: ['slow'], queryFn, retry: false })).rejects.toBeDefined();
}

it('takes a server for away that does not answer', async () => {
  await failWith(0);
  expect(onUnreachable).toHaveBeenCalledOnce();
});

it('asks how the server is when a proxy gave up on one query', async () => {
  const ask = vi.fn(async () => Promise.resolve(Response.json({ status: 'ok' })));
  vi.stubGlobal('fetch', ask);
  await failWith(504);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  expect(ask.mock.calls).toMatchObject([['/health', {}]]);
  expect(onUnreachable).not.toHaveBeenCalled();
  ask.mockResolvedValue(new Response('Bad gateway', { status: 502 }));
  await failWith(504);
  await vi.waitFor(() => expect(onUnreachable).toHaveBeenCalledOnce());
});
