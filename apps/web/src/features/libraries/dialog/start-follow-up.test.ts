import { ApiError } from '@lectern/contract/client';
import { afterEach, expect, it, vi } from 'vitest';
import { startFollowUp } from './start-follow-up.ts';

const SCAN = 'POST /api/v1/libraries/l1/scan?mode=deep';
const asked: unknown[] = [];

/** A server that answers a start of a scan with this status. */
function answerScan(status: number): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    if (address.startsWith('/api/v1/libraries/')) return Response.json({ error: 'E', message: '' }, { status });
    asked.push(body);
    return Response.json({ taskId: 't2' }, { status: 201 });
  });
}
afterEach(() => void vi.unstubAllGlobals());

it('queues a scan behind the one that runs', async () => {
  answerScan(409);
  expect(await startFollowUp('l1', 'deep')).toBeUndefined();
  const taskType = { type: 'scan_library', libraryId: 'l1', mode: 'deep' };
  expect(asked).toEqual([SCAN, 'POST /api/v1/tasks', JSON.stringify({ taskType })]);
});

it('queues nothing after another refusal', async () => {
  answerScan(403);
  const refused = await startFollowUp('l1', 'deep').catch((error: unknown) => error);
  expect([refused, asked]).toEqual([expect.any(ApiError), [SCAN]]);
});
