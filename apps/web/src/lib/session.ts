import { ApiError, call } from '@lectern/contract/client';
import { BASE_PATH } from './base-path.ts';
import { STORAGE_PREFIX, readStored, writeStored } from './storage.ts';

/** Stored session state, shared by all tabs; the cookies are not readable by scripts. */
interface Kept {
  readonly userId: string;
  /** Epoch milliseconds of the login, or of the last renewal by any tab. */
  readonly renewedAt: number;
  /** Epoch milliseconds from which to renew, before expiry; undefined when unknown. */
  readonly dueAt?: number;
}

/** The session part of the server's answer. */
export interface OpenedSession {
  readonly expires_in: number;
  /** Absent when the session cannot be renewed. */
  readonly refresh_token?: string | undefined;
  readonly user: { readonly id: string };
}

const KEY = 'session';
/** Share of the lifetime after which a session is renewed. */
const DUE_SHARE = 0.75;

function kept(): Kept | undefined {
  return keptIn(readStored(KEY));
}

function keptIn(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('userId' in value) || !('renewedAt' in value)) return undefined;
  const { userId, renewedAt } = value;
  if (typeof userId !== 'string' || typeof renewedAt !== 'number') return undefined;
  const dueAt = 'dueAt' in value && typeof value.dueAt === 'number' ? { dueAt: value.dueAt } : {};
  return { userId, renewedAt, ...dueAt };
}

/** Stores a new or renewed session. */
export function storeSession({ expires_in: seconds, refresh_token: token, user }: OpenedSession): void {
  const now = Date.now();
  const dueAt = token === undefined ? {} : { dueAt: now + seconds * 1000 * DUE_SHARE };
  writeStored(KEY, { userId: user.id, renewedAt: now, ...dueAt });
}

/** Stores a user who turned out to be signed in. */
export function storeUser(userId: string): void {
  if (kept()?.userId !== userId) writeStored(KEY, { userId, renewedAt: 0 });
}

/** Clears the stored session. Kept books stay, but the service worker does not show them until the next sign-in. */
export function clearSession(): void {
  if (kept() !== undefined) writeStored(KEY, null);
  // As in `nameCaches`, which the first page has no need for otherwise. Plain http has no caches.
  if ('caches' in globalThis) void caches.delete(`${STORAGE_PREFIX}owner`);
}

/** Whether a session was stored last. */
export function hasSession(): boolean {
  return kept() !== undefined;
}

let renewing: Promise<boolean> | undefined;

/**
 * Renews the session once for concurrent callers, across tabs.
 * @param askedAt epoch milliseconds of the refused request: a later renewal already counts
 * @returns false when the session is over
 * @throws {ApiError} when the server is unreachable
 */
export async function renewSession(askedAt: number): Promise<boolean> {
  if (!hasSession()) return false;
  renewing ??= runInTabLock(async () => renew(askedAt)).finally(() => {
    renewing = undefined;
  });
  return await renewing;
}

async function renew(askedAt: number): Promise<boolean> {
  if ((kept()?.renewedAt ?? 0) > askedAt) return true;
  try {
    storeSession(await call(BASE_PATH, 'refreshSession', {}));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500) throw error;
    clearSession();
    return false;
  }
}

/** Browsers offer locks on https only. Without them the server gives concurrent tabs the same session. */
async function runInTabLock(work: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? await navigator.locks.request(`${STORAGE_PREFIX}${KEY}`, work) : await work();
}

/** Renews the session before expiry while the page is visible; returns the stop function. */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const dueAt = kept()?.dueAt;
    if (document.hidden || dueAt === undefined) return;
    const leftMs = dueAt - Date.now();
    if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS));
    // the server is away, so there is time for another attempt
    else renewSession(dueAt).then(look, () => (timer = setTimeout(look, RETRY_MS)));
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const RETRY_MS = 60_000;
/** Browsers run longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls back when another tab signs in or out; the id is undefined for a guest. */
export function watchOtherTabs(onChange: (userId: string | undefined) => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== `${STORAGE_PREFIX}${KEY}`) return;
    const [before, now] = [oldValue, newValue].map((text) => keptIn(JSON.parse(text ?? 'null') as unknown)?.userId);
    if (before !== now) onChange(now);
  });
}
