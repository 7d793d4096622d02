import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from './client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Takes the requests that the client makes, and answers each with nothing. */
function recordRequests(): RequestInit[] {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(init);
    return new Response(null, { status: 204 });
  });
  return sent;
}

describe('call', () => {
  it('lets a browser finish small changes after the page closes', async () => {
    const sent = recordRequests();
    const params = { id: 'b' };
    await call('', 'getBook', { params });
    await call('', 'markBookRead', { params });
    await call('', 'updateBookMetadata', { params, body: { summary: 'short' } });
    await call('', 'updateBookMetadata', { params, body: { summary: 'x'.repeat(5_000) } });
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true, true, false]);
  });
});
