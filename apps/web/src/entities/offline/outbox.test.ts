import 'fake-indexeddb/auto';
import type { Book } from '@lectern/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptStore, ownerStore } from './kept-store.ts';
import { loadKept } from './load-kept.ts';
import { forgetUser, openOfflineDb } from './offline-db.ts';
import { knownBooks, putInOutbox } from './outbox.ts';
import { sendOutbox, sendSoon, stopSending } from './send-outbox.ts';
import { addUnsentProfiles } from './unsent-profiles.ts';

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

const ME = 'GET /api/v1/auth/me';

/** The asks that change or read something of the user. */
const sent = () => asked.filter(({ method, path }) => `${method} ${path}` !== ME);

function answerAll(answers: Readonly<Record<string, unknown>>): void {
  respond = ({ method, path }) => {
    const all: Readonly<Record<string, unknown>> = { [ME]: { id: USER }, ...answers };
    const answer = all[`${method} ${path}`];
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

  it('sends nothing once the cookie is that of another user', async () => {
    answerAll({ [ME]: { id: 'u2' } });
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 0);
    await sendOutbox();
    expect(sent()).toEqual([]);
    expect(list()).toHaveLength(1);
  });

  it('is tried again after an answer that is no JSON', async () => {
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 0);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    respond = () => new Response('<h1>Sign in to this network</h1>');
    sendSoon(0);
    await expect.poll(() => asked).not.toEqual([]);
    await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(5_000);
    timers.mockRestore();
    expect(list()).toHaveLength(1);
  });

  it('keeps a change that the server refused, with the reason, and does not send it again', async () => {
    respond = ({ path, body }) => {
      if (path.endsWith('/me')) return Response.json({ id: USER });
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
    expect(sent().map(({ method }) => method)).toEqual(['GET']);
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

const OTHER = '0199f1d2-0000-7000-8000-000000000003';
const RECORD = 'POST /api/v1/reading-sessions';
const RECORDED = { accepted: [], rejected: [], progress: [] };

interface Sent {
  readonly sessions: readonly { readonly id: string; readonly bookId: string; readonly kind: string }[];
}

const recorded = () =>
  asked.filter(({ method, path }) => `${method} ${path}` === RECORD).map(({ body }) => (body as Sent).sessions);

describe('marks of several books', () => {
  const books = { kind: 'book', count: 2, of: { ids: [BOOK, OTHER] } } as const;
  const series = { kind: 'series', count: 1, of: { ids: [SERIES] } } as const;
  const BOOKS = `GET /api/v1/series/${SERIES}/books?page=1&pageSize=500`;

  it('reach the server at the time of the mark, after what was read before', async () => {
    answerAll({ [RECORD]: RECORDED });
    await putInOutbox({ title: '', change: { kind: 'marks', read: true, picked: books } }, 60_000);
    await putInOutbox({ title: 'Lanterns', change: place(4) }, 30_000);
    await sendOutbox();
    expect(list()).toEqual([]);
    expect(recorded()).toMatchObject([
      [{ bookId: BOOK, kind: 'progress' }],
      [
        { bookId: BOOK, kind: 'completed', clientEndedAt: '1970-01-01T00:01:00.000Z' },
        { bookId: OTHER, kind: 'completed', clientEndedAt: '1970-01-01T00:01:00.000Z' },
      ],
    ]);
  });

  it('of a series name its books once the server answers, but none that came later or is read already', async () => {
    const [createdAt, late] = ['1970-01-01T00:00:30.000Z', '1970-01-01T00:02:00.000Z'];
    const data = [
      { id: BOOK, seriesId: SERIES, createdAt },
      { id: OTHER, seriesId: SERIES, createdAt, readProgress: { completed: true } },
      { id: 'late', seriesId: SERIES, createdAt: late },
    ];
    answerAll({ [BOOKS]: { data, totalPages: 1 }, [RECORD]: RECORDED });
    await putInOutbox({ title: 'Lanterns', change: { kind: 'marks', read: true, picked: series } }, 60_000);
    await sendOutbox();
    expect(recorded()).toMatchObject([[{ bookId: BOOK, kind: 'completed' }]]);
    expect(list()).toEqual([]);
  });

  it('of a whole list are for the books that it had', async () => {
    const asks = 'POST /api/v1/books/list?page=1&pageSize=500&sort=created_at%2Casc';
    const data = [
      { id: BOOK, seriesId: SERIES, createdAt: '1970-01-01T00:00:30.000Z' },
      { id: OTHER, seriesId: SERIES, createdAt: '1970-01-01T00:02:00.000Z' },
    ];
    answerAll({ [asks]: { data, totalPages: 1 }, [RECORD]: RECORDED });
    const query = { target: 'books', fullTextSearch: 'lamp' } as const;
    const picked = { kind: 'book', count: 1, of: { query } } as const;
    await putInOutbox({ title: '', change: { kind: 'marks', read: true, picked } }, 60_000);
    await sendOutbox();
    expect(sent()[0]?.body).toEqual({ fullTextSearch: 'lamp' });
    expect(recorded()).toMatchObject([[{ bookId: BOOK }]]);
  });

  it('are repeated under the same ids after an attempt that broke off', async () => {
    const data = [{ id: BOOK, seriesId: SERIES, createdAt: '1970-01-01T00:00:00.000Z', readProgress: {} }];
    const answers = { [ME]: { id: USER }, [BOOKS]: { data, totalPages: 1 } };
    respond = ({ method, path }) => {
      const answer = (answers as Record<string, unknown>)[`${method} ${path}`];
      return answer === undefined ? Response.error() : Response.json(answer);
    };
    await putInOutbox({ title: 'Lanterns', change: { kind: 'marks', read: false, picked: series } }, 60_000);
    await sendOutbox();
    expect(list()).toHaveLength(1);
    answerAll({ [RECORD]: RECORDED });
    await sendOutbox();
    const [first, second] = recorded();
    expect(first).toMatchObject([{ bookId: BOOK, kind: 'reset' }]);
    expect(second).toEqual(first);
    expect(list()).toEqual([]);
  });

  it('leave out chosen books that had this state already', async () => {
    const readProgress = { completed: true };
    knownBooks.set(() => new Map([[BOOK, { id: BOOK, readProgress } as Book]]));
    answerAll({ [RECORD]: RECORDED });
    await putInOutbox({ title: '', change: { kind: 'marks', read: true, picked: books } }, 60_000);
    knownBooks.set(() => new Map());
    await sendOutbox();
    expect(recorded()).toMatchObject([[{ bookId: OTHER, kind: 'completed' }]]);
  });

  it('end with the session, however many books there are', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => String(index));
    await putInOutbox(
      { title: '', change: { kind: 'marks', read: true, picked: { kind: 'book', count: 150, of: { ids } } } },
      60_000,
    );
    respond = ({ path }) => {
      if (path.endsWith('/me')) return Response.json({ id: USER });
      ownerStore.set('u2');
      return Response.json(RECORDED);
    };
    await sendOutbox();
    expect(recorded()).toHaveLength(1);
    const left = await (await openOfflineDb()).getAllFromIndex('outbox', 'byUser', USER);
    expect(left).toMatchObject([{ change: { kind: 'marks' } }]);
    expect(left[0]).not.toHaveProperty('problem');
  });

  it('pass over books that are gone, and say so only when all are', async () => {
    const answerGone = (count: number) => {
      respond = ({ path, body }) => {
        if (path.endsWith('/me')) return Response.json({ id: USER });
        const rejected = (body as Sent).sessions.slice(0, count).map(({ id }) => ({ id, reason: 'book_not_found' }));
        return Response.json({ ...RECORDED, rejected });
      };
    };
    const change = { kind: 'marks', read: true, picked: books } as const;
    answerGone(1);
    await putInOutbox({ title: '', change }, 1);
    await sendOutbox();
    expect(list()).toEqual([]);
    answerGone(2);
    await putInOutbox({ title: '', change }, 2);
    await sendOutbox();
    expect(list()).toMatchObject([{ problem: 'gone' }]);
  });
});

it('adds a selection to what the user wants to read', async () => {
  answerAll({ 'POST /api/v1/want-to-read/bulk': { count: 1 } });
  const picked = { kind: 'series', count: 1, of: { ids: [SERIES] } } as const;
  await putInOutbox({ title: '', change: { kind: 'wants', picked } }, 1);
  await sendOutbox();
  expect(sent()).toMatchObject([{ path: '/api/v1/want-to-read/bulk', body: { seriesIds: [SERIES] } }]);
  expect(list()).toEqual([]);
});

describe('changes of reading profiles', () => {
  const option = (settings: Readonly<Record<string, string>>) =>
    ({ kind: 'profile', change: { kind: 'profile', id: 'comic', settings } }) as const;

  it('are sent in their order, without those that a later one replaces', async () => {
    respond = () => Response.error();
    await putInOutbox({ title: '', change: option({ 'reader.fit': 'width' }) }, 1);
    await putInOutbox({ title: '', change: option({ 'reader.page_layout': 'double' }) }, 2);
    await putInOutbox({ title: '', change: option({ 'reader.fit': 'height' }) }, 3);
    answerAll({ 'PATCH /api/v1/reading-profiles/comic': {} });
    await sendOutbox();
    expect(
      sent()
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => body),
    ).toEqual([{ settings: { 'reader.page_layout': 'double' } }, { settings: { 'reader.fit': 'height' } }]);
    expect(list()).toEqual([]);
  });

  it('are added to what the server, or a kept answer, says', async () => {
    await putInOutbox({ title: '', change: option({ 'reader.fit': 'width' }) }, 1);
    const profile = { id: 'comic', name: null, base: 'comic', settings: {}, seriesCount: 0, updatedAt: null } as const;
    const { profiles } = await addUnsentProfiles({ profiles: [profile], choices: [] }, USER);
    expect(profiles).toEqual([{ ...profile, settings: { 'reader.fit': 'width' } }]);
    expect((await addUnsentProfiles({ profiles: [profile], choices: [] }, 'u2')).profiles).toEqual([profile]);
  });
});
