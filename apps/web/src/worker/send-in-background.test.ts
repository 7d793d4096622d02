import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUser, openOfflineDb } from '#entities/offline/offline-db.ts';
import type { OutboxEntry } from '#entities/offline/outbox-entry.ts';
import { sendInBackground } from './send-in-background.ts';

const USER = 'u1';
const entry: OutboxEntry = {
  id: '0199f1d2-0000-7000-8000-000000000009',
  userId: USER,
  at: 60_000,
  startedAt: 60_000,
  title: 'Lanterns',
  change: { kind: 'reading', bookId: '0199f1d2-0000-7000-8000-000000000001', session: 'completed' },
};

const asked: string[] = [];
let respond: (ask: string) => Response = () => Response.error();
const deleted: string[] = [];

const RECORD = 'POST /api/v1/reading-sessions';

function answer(ask: string, userId = USER): Response {
  return ask === RECORD
    ? Response.json({ accepted: [entry.id], rejected: [], progress: [] })
    : Response.json({ id: userId });
}

async function countUnsent(): Promise<number> {
  return await (await openOfflineDb()).count('outbox');
}

const owner = async () => Promise.resolve<string | undefined>(USER);

beforeEach(async () => {
  asked.length = 0;
  deleted.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const ask = `${method} ${path}`;
    asked.push(ask);
    const response = respond(ask);
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return Promise.resolve(response);
  });
  vi.stubGlobal('caches', { delete: async (name: string) => Promise.resolve(deleted.push(name) > 0) });
  await forgetUser(USER);
  await (await openOfflineDb()).put('outbox', entry);
});

afterEach(() => vi.unstubAllGlobals());

describe('sending in the background', () => {
  it('sends for the owner of the browser, once for two wakings', async () => {
    respond = answer;
    await Promise.all([sendInBackground(owner), sendInBackground(owner)]);
    expect(asked.filter((ask) => ask === RECORD)).toHaveLength(1);
    expect(await countUnsent()).toBe(0);
  });

  it('asks for another waking while the server is away', async () => {
    respond = () => Response.error();
    await expect(sendInBackground(owner)).rejects.toThrow('does not answer');
    expect(await countUnsent()).toBe(1);
  });

  it('sends nothing after a sign-out, nor with the cookie of another user', async () => {
    respond = (ask) => answer(ask, 'u2');
    await sendInBackground(async () => Promise.resolve(undefined));
    expect(asked).toEqual([]);
    await sendInBackground(owner);
    expect(asked).toEqual(['GET /api/v1/auth/me']);
    expect(await countUnsent()).toBe(1);
  });

  it('stops when the user signs out meanwhile', async () => {
    respond = answer;
    let asks = 0;
    await sendInBackground(async () => {
      asks += 1;
      return Promise.resolve(asks === 1 ? USER : undefined);
    });
    expect(asked).not.toContain(RECORD);
  });

  it('renews an expired session', async () => {
    let isExpired = true;
    respond = (ask) => {
      if (ask === 'POST /api/v1/auth/refresh') isExpired = false;
      return isExpired ? Response.json({ error: 'Unauthorized' }, { status: 401 }) : answer(ask);
    };
    await sendInBackground(owner);
    expect(await countUnsent()).toBe(0);
  });

  it('locks kept books when the session is over', async () => {
    respond = () => Response.json({ error: 'Unauthorized' }, { status: 401 });
    await sendInBackground(async () => Promise.resolve(deleted.length === 0 ? USER : undefined));
    expect(deleted).toEqual(['lectern.owner']);
    expect(await countUnsent()).toBe(1);
  });
});
