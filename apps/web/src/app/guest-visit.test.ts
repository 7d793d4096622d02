import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readingProfilesQuery } from '#entities/reading-profile/queries.ts';
import { currentUserQuery, findOwner } from '#entities/user/queries.ts';
import { recentSearches, rememberSearch } from '#features/search/recent-searches.ts';
import { leavesNoTrace, noteGuest, takeEndedVisit } from '#lib/viewing.ts';
import { isGuestPage } from './require-user.ts';

const GUEST = { id: 'guest', isGuest: true, viewedBy: null };
const ANN = { id: 'ann', isGuest: false, viewedBy: null };

/** A browser with storage, and a server that answers with a user. */
function openBrowser() {
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const server = { user: GUEST };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json(server.user));
  });
  return { stored, asked, server };
}

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  noteGuest(false);
  vi.unstubAllGlobals();
});

describe('a browser of a guest', () => {
  it('has no owner, no session and no searches', async () => {
    const user = await new QueryClient().query(currentUserQuery());
    expect([findOwner(user), leavesNoTrace(), browser.stored.has('lectern.session')]).toEqual([undefined, true, false]);
    rememberSearch('guest', 'what a guest looked for');
    expect([recentSearches('guest'), browser.stored.has('lectern.searches.guest')]).toEqual([[], false]);
  });

  it('does not ask for reading profiles, which the server refuses', async () => {
    const client = new QueryClient();
    await client.query(currentUserQuery());
    browser.asked.length = 0;
    expect(await client.query(readingProfilesQuery({}))).toEqual({ profiles: [], choices: [] });
    expect(browser.asked).toEqual([]);
  });

  it('knows that a visit ended until it has a user, and not after the next load of the page', async () => {
    expect(takeEndedVisit()).toBe(false);
    await new QueryClient().query(currentUserQuery());
    expect(browser.stored.get('lectern.guest')).toBe('true');
    expect([takeEndedVisit(), takeEndedVisit(), leavesNoTrace()]).toEqual([true, true, false]);
    expect(browser.stored.has('lectern.guest')).toBe(false);
    browser.server.user = ANN;
    await new QueryClient().query(currentUserQuery());
    expect(takeEndedVisit()).toBe(false);
  });

  it('was not that of a guest any more once an account signed in', async () => {
    await new QueryClient().query(currentUserQuery());
    browser.server.user = ANN;
    expect(findOwner(await new QueryClient().query(currentUserQuery()))).toBe('ann');
    expect([leavesNoTrace(), takeEndedVisit(), browser.stored.has('lectern.session')]).toEqual([false, false, true]);
  });
});

it('pages of guests are those of the catalog', () => {
  for (const path of [
    '/',
    '/libraries',
    '/search?q=a',
    '/library/1',
    '/library/1/books',
    '/series/1',
    '/read/1?page=2',
  ]) {
    expect([path, isGuestPage(path)]).toEqual([path, true]);
  }
  for (const path of [
    '/lists',
    '/me',
    '/admin/users',
    '/series/1/edit',
    '/library/1/upload',
    '/upload',
    '/stats',
    '/x',
  ]) {
    expect([path, isGuestPage(path)]).toEqual([path, false]);
  }
});
