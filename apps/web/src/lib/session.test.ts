import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSession, keepSession, storeSession, storeUser, renewSession } from './session.ts';

const OPENED = { expires_in: 100, refresh_token: 'next', user: { id: 'u1' } };

/** A minimal browser for sessions: storage, a document and a server. */
function openBrowser(answer: () => Response | Promise<Response>) {
  const kept = new Map<string, string>();
  const asked: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answer();
  });
  return { asked };
}

const renewed = () => Response.json({ ...OPENED, access_token: 'a', token_type: 'Bearer' });
const refused = () => Response.json({ error: 'Unauthorized', message: 'over', details: null }, { status: 401 });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session', () => {
  it('is renewed once for concurrent callers, and not again for older requests', async () => {
    const { asked } = openBrowser(renewed);
    storeUser('u1');
    const askedAt = Date.now() - 1;
    expect(await Promise.all([renewSession(askedAt), renewSession(askedAt)])).toEqual([true, true]);
    expect(await renewSession(askedAt)).toBe(true);
    expect(asked).toEqual(['/api/v1/auth/refresh']);
  });

  it('is over when its renewal is refused, without further attempts', async () => {
    const { asked } = openBrowser(refused);
    storeUser('u1');
    expect([await renewSession(Date.now()), await renewSession(Date.now())]).toEqual([false, false]);
    expect([asked.length, hasSession()]).toEqual([1, false]);
  });

  it('stays when the server is unreachable', async () => {
    openBrowser(() => Promise.reject(new TypeError('no connection')));
    storeUser('u1');
    await expect(renewSession(Date.now())).rejects.toMatchObject({ status: 0 });
    expect(hasSession()).toBe(true);
  });

  it('is renewed before expiry while the page is visible', async () => {
    const { asked } = openBrowser(renewed);
    storeSession(OPENED);
    const stop = keepSession();
    await vi.advanceTimersByTimeAsync(74_000);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(75_000);
    expect(asked).toHaveLength(2);
    stop();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(asked).toHaveLength(2);
  });

  it('is not renewed where the server does not support it', async () => {
    const { asked } = openBrowser(renewed);
    storeSession({ expires_in: 100, user: OPENED.user });
    const stop = keepSession();
    await vi.advanceTimersByTimeAsync(200_000);
    stop();
    expect(asked).toHaveLength(0);
  });
});
