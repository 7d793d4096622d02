import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptStore } from './kept-store.ts';
import { loadKept, ownerStore } from './load-kept.ts';
import { forgetUser } from './offline-db.ts';
import { putInOutbox } from './outbox.ts';
import { sendOutbox, stopSending } from './send-outbox.ts';

const USER = 'u1';
const SERIES = '0199f1d2-0000-7000-8000-000000000002';
const BOOK = '0199f1d2-0000-7000-8000-000000000001';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const asked: Asked[] = [];
let respond: (ask: Asked) => Response = () => Response.error();

function answerAll(answers: Readonly<Record<string, unknown>>): void {
  respond = ({ method, path }) => {
    const answer = answers[`${method} ${path}`];
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  };
}

const list = () => keptStore.get()?.outbox ?? [];
const place = (page: number) => ({ kind: 'reading', session: 'progress', bookId: BOOK, page }) as const;
const rating = (points: number) => ({ kind: 'rating', seriesId: SERIES, rating: points }) as const;

beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const ask = { method, path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    asked.push(ask);
    const response = respond(ask);
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return Promise.resolve(response);
  });
  ownerStore.set(USER);
  await forgetUser(USER);
  await loadKept();
});

afterEach(() => {
  stopSending();
  ownerStore.set(undefined);
  vi.unstubAllGlobals();
});

describe('the outbox', () => {
  it('keeps changes while the server is away, and sends them with their times when it is back', async () => {
    respond = () => Response.error();
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 60_000);
    await sendOutbox();
    expect(list()).toHaveLength(1);
    answerAll({ 'POST /api/v1/reading-sessions': { accepted: [], rejected: [], progress: [] } });
    await sendOutbox();
    expect(list()).toEqual([]);
    const session = { bookId: BOOK, toPage: 4, clientEndedAt: '1970-01-01T00:01:00.000Z' };
    expect(asked.at(-1)?.body).toMatchObject({ sessions: [session] });
  });

  it('never sends what belongs to another user', async () => {
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 0);
    ownerStore.set('u2');
    asked.length = 0;
    await sendOutbox();
    expect(asked).toEqual([]);
  });

  it('keeps a change that the server refused, with the reason, and does not send it again', async () => {
    respond = ({ body }) => {
      const { sessions } = body as { readonly sessions: readonly { readonly id: string }[] };
      const rejected = sessions.map(({ id }) => ({ id, reason: 'book_not_found' }));
      return Response.json({ accepted: [], rejected, progress: [] });
    };
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 0);
    await sendOutbox();
    expect(list()).toMatchObject([{ problem: 'gone' }]);
    asked.length = 0;
    await sendOutbox();
    expect(asked).toEqual([]);
  });

  it('does not replace a rating that another device gave later', async () => {
    const stored = { rating: 20, updatedAt: '1970-01-01T00:00:05.000Z' };
    answerAll({ [`GET /api/v1/series/${SERIES}/rating`]: stored });
    await putInOutbox({ title: 'Lanterns', change: rating(80) }, 4_000);
    await sendOutbox();
    expect(list()).toMatchObject([{ problem: 'newer' }]);
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('replaces an earlier rating', async () => {
    const stored = { rating: 20, updatedAt: '1970-01-01T00:00:03.000Z' };
    answerAll({ [`GET /api/v1/series/${SERIES}/rating`]: stored });
    await putInOutbox({ title: 'Lanterns', change: rating(80) }, 4_000);
    await sendOutbox();
    expect(list()).toEqual([]);
    expect(asked.at(-1)).toMatchObject({ method: 'PUT', body: { rating: 80 } });
  });

  it('forgets a change that was taken back', async () => {
    const undo = await putInOutbox({ title: 'Lanterns', change: rating(80) }, 4_000);
    await undo();
    expect(list()).toEqual([]);
  });
});
