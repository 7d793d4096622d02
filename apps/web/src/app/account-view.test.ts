import { ApiError } from '@lectern/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inOutboxLock } from '#entities/offline/deliver-outbox.ts';
import { ownerStore } from '#entities/offline/kept-store.ts';
import { whileOwner } from '#entities/offline/while-owner.ts';
import { localPreferences, openPreferences, setHere, setPreferences } from '#entities/preferences/store.ts';
import { recentEntries, rememberEntry } from '#features/search/palette/recent-entries.ts';
import { forgetSearches, recentSearches, rememberSearch } from '#features/search/recent-searches.ts';
import { problemSentence } from '#lib/problem.ts';
import { storeUser } from '#lib/session.ts';
import { noteViewing, refusedStore } from '#lib/viewing.ts';
import { beginView, endView } from '#entities/user/account-view.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';
import { signOutHere } from '#entities/user/use-sign-out.ts';

const ADMIN = { id: 'admin', viewedBy: null };
const VIEWED = { id: 'ada', viewedBy: { username: 'root', endsAt: '2030-01-01T00:00:00.000Z' } };

/** A browser with storage and caches, and a server that answers as the session sees the app. */
function openBrowser() {
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const dropped: string[] = [];
  const server = { user: ADMIN as typeof ADMIN | typeof VIEWED };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('caches', { delete: async (name: string) => dropped.push(name) > 0 });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { documentElement: { setAttribute: () => undefined, removeAttribute: () => undefined } });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    if (method === 'POST') server.user = VIEWED;
    if (method === 'DELETE') server.user = ADMIN;
    if (address.endsWith('/children')) return Response.json({ profiles: [{ id: 'mia' }] });
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(server.user);
  });
  return { stored, asked, dropped, server };
}

const askUser = async () => new QueryClient().query(currentUserQuery());

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  noteViewing(false);
  ownerStore.set(undefined);
  vi.unstubAllGlobals();
});

describe('a browser whose admin sees the app as another account', () => {
  it('stays the browser of the admin, and shows no kept books of the admin meanwhile', async () => {
    storeUser('admin');
    expect(findOwner(await askUser())).toBe('admin');
    const before = new Map(browser.stored);
    expect(browser.dropped).toEqual([]);
    browser.server.user = VIEWED;
    const viewed = await askUser();
    expect([viewed.id, findOwner(viewed)]).toEqual(['ada', undefined]);
    expect(browser.stored).toEqual(before);
    expect(browser.dropped).toEqual(['lectern.owner']);
    browser.server.user = ADMIN;
    expect(findOwner(await askUser())).toBe('admin');
  });

  it('keeps nothing that was searched, chosen or set', async () => {
    openPreferences('admin');
    setPreferences({ 'ui.theme': 'dark' });
    rememberSearch('ada', 'a search of ada');
    rememberEntry('ada', 'page-home');
    browser.server.user = VIEWED;
    await askUser();
    const before = new Map(browser.stored);
    const refused = refusedStore.get();
    rememberSearch('ada', 'a search of the admin');
    rememberEntry('ada', 'page-admin');
    forgetSearches('ada');
    setPreferences({ 'ui.theme': 'light' });
    setHere({ 'ui.theme': 'e-ink' });
    const { changeDeviceOptions, staysHere } = await import('#entities/preferences/device-options.ts');
    changeDeviceOptions({ 'reader.page_layout': 'double' });
    expect([browser.stored, staysHere('reader.page_layout')]).toEqual([before, false]);
    expect(localPreferences.get()).toMatchObject({ owner: 'admin', values: { 'ui.theme': 'dark' } });
    expect(refusedStore.get()).toBe(refused + 3);
    expect([recentSearches('ada'), recentEntries('ada')]).toEqual([[], []]);
    noteViewing(false);
    expect([recentSearches('ada'), recentEntries('ada')]).toEqual([['a search of ada'], ['page-home']]);
    setPreferences({ 'ui.theme': 'light' });
    expect(localPreferences.get().values).toMatchObject({ 'ui.theme': 'light' });
  });

  it('begins a view only while nothing is being sent, and tells other tabs', async () => {
    let finish: () => void = () => undefined;
    const sending = inOutboxLock(
      async () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const begun = beginView('ada');
    await vi.waitFor(() => expect(browser.stored.has('lectern.view')).toBe(true));
    expect(browser.asked).toEqual([]);
    finish();
    await sending;
    await begun;
    expect(browser.asked).toEqual(['POST /api/v1/users/ada/view']);
    browser.stored.delete('lectern.view');
    await endView();
    expect([browser.asked.at(-1), browser.stored.has('lectern.view')]).toEqual(['DELETE /api/v1/user/view', true]);
  });

  it('sends nothing of the admin during a view', async () => {
    ownerStore.set('admin');
    const send = async () => {
      await fetch('/of-admin', { method: 'PUT' });
    };
    expect(await whileOwner('admin', send)).toBe(true);
    await beginView('ada');
    expect(await whileOwner('admin', send)).toBe(false);
    expect(browser.asked).toEqual(['PUT /of-admin', 'POST /api/v1/users/ada/view']);
  });

  it('leaves the page of the view when a sign-out would lose changes of the admin', async () => {
    const opened: string[] = [];
    vi.stubGlobal('location', { assign: (address: string) => void opened.push(address) });
    browser.server.user = VIEWED;
    const unsent = { userId: 'mia', bookId: 'book', title: '', at: 1, page: 2 };
    browser.stored.set('lectern.lastPlaces', JSON.stringify([unsent]));
    const end = await signOutHere(new QueryClient(), false);
    expect([end.count, end.isAsked, opened]).toEqual([1, false, ['/']]);
    expect(browser.asked).toContain('DELETE /api/v1/user/view');
    expect(browser.asked.filter((asked) => asked.startsWith('POST'))).toEqual([]);
  });

  it('says why the server changes nothing', () => {
    const refusal = new ApiError(403, 'Forbidden', 'You cannot change anything', null);
    expect(problemSentence(refusal)).not.toContain('You cannot change anything');
    noteViewing(true);
    expect(problemSentence(refusal)).toContain('You cannot change anything');
  });
});
