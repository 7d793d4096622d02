import { ApiError } from '@lectern/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inOutboxLock } from '#entities/offline/deliver-outbox.ts';
import { ownerStore } from '#entities/offline/kept-store.ts';
import { whileOwner } from '#entities/offline/while-owner.ts';
import { leaveChildProfile, openChildProfile } from '#entities/user/child-profiles.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';

const PARENT = { id: 'ada', username: 'ada', viewedBy: null, profileOf: null };
const CHILD = { id: 'mia', username: 'Mia', viewedBy: null, profileOf: { username: 'ada', hasPin: true } };
const WRONG = { error: 'BadRequest', message: 'wrong', details: [{ path: 'pin', message: 'is not right' }] };

/** A browser with storage, caches and one lock, and a server that knows whose session it is. */
function openBrowser() {
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const dropped: string[] = [];
  const opened: string[] = [];
  const server = { user: PARENT as typeof PARENT | typeof CHILD };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  vi.stubGlobal('caches', { delete: async (name: string) => dropped.push(name) > 0 });
  vi.stubGlobal('location', { replace: (address: string) => void opened.push(address) });
  let last = Promise.resolve();
  const request = async <Answer>(_: string, work: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(work);
    last = mine.then(
      () => undefined,
      () => undefined,
    );
    return await mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    if (method === 'GET') return Response.json(server.user);
    if (address.endsWith('/leave') && body !== '{"pin":"1234"}') return Response.json(WRONG, { status: 400 });
    server.user = address.endsWith('/open') ? CHILD : PARENT;
    return new Response(null, { status: 204 });
  });
  return { stored, asked, dropped, opened, server };
}

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  ownerStore.set(undefined);
  vi.unstubAllGlobals();
});

describe('a browser whose parent opens a child profile', () => {
  it('waits for what is being sent, then sends nothing more of the parent, and starts again', async () => {
    ownerStore.set('ada');
    let finish: () => void = () => undefined;
    const sending = inOutboxLock(async () => new Promise<void>((resolve) => (finish = resolve)));
    const opening = openChildProfile('mia');
    // A page that asks between two changes whether the user is the same stops here.
    await vi.waitFor(() => expect(ownerStore.get()).toBeUndefined());
    expect([browser.asked, browser.opened]).toEqual([[], []]);
    // Other tabs start again while they are still those of the parent, and once more afterwards.
    expect(browser.stored.delete('lectern.view')).toBe(true);
    finish();
    await Promise.all([sending, opening]);
    expect(browser.asked).toEqual(['POST /api/v1/user/children/mia/open']);
    expect([browser.dropped, browser.opened, ownerStore.get()]).toEqual([['lectern.owner'], ['/'], undefined]);
    expect(browser.stored.has('lectern.view')).toBe(true);
  });

  it('sends preferences of the parent before it opens, or not at all', async () => {
    ownerStore.set('ada');
    const sentTo: string[] = [];
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const send = async () => {
      await held;
      sentTo.push(browser.server.user.id);
    };
    const sending = whileOwner('ada', send);
    // It has the lock before the profile asks for it.
    await Promise.resolve();
    const opening = openChildProfile('mia');
    await vi.waitFor(() => expect(ownerStore.get()).toBeUndefined());
    finish();
    expect(await sending).toBe(true);
    await opening;
    expect(await whileOwner('ada', send)).toBe(false);
    expect([sentTo, browser.server.user.id]).toEqual([['ada'], 'mia']);
  });

  it('keeps things of the child by the id of the child', async () => {
    browser.server.user = CHILD;
    const user = await new QueryClient().query(currentUserQuery());
    expect(findOwner(user)).toBe('mia');
    expect(JSON.parse(browser.stored.get('lectern.session') ?? 'null')).toMatchObject({ userId: 'mia' });
  });

  it('stays that of the child after a wrong PIN', async () => {
    browser.server.user = CHILD;
    ownerStore.set('mia');
    const refused = await leaveChildProfile({ pin: '4321' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect([ownerStore.get(), browser.dropped, browser.opened]).toEqual(['mia', [], []]);
    await leaveChildProfile({ pin: '1234' });
    expect([browser.dropped, browser.opened]).toEqual([['lectern.owner'], ['/']]);
  });
});
