import { ApiError, call } from '@lectern/contract/client';
import { readStored, writeStored } from './storage.ts';

/** What is remembered of a sign-in: its cookies are out of reach of scripts. The tabs of a browser share it. */
interface Kept {
  readonly userId: string;
  /** Epoch milliseconds of the last renewal by any tab, or of the sign-in. */
  readonly renewedAt: number;
  /** Epoch milliseconds from which on it is best renewed, before it runs out; undefined when that is not known. */
  readonly dueAt?: number;
}

/** The part of the server's answer that a session is made of. */
interface Opened {
  readonly expires_in: number;
  /** Absent where sessions are not renewed. */
  readonly refresh_token?: string | undefined;
  readonly user: { readonly id: string };
}

const KEY = 'session';
/** The share of its time after which a session is renewed. */
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

/** A session was opened or renewed. */
export function noteSession({ expires_in: seconds, refresh_token: token, user }: Opened): void {
  const now = Date.now();
  const dueAt = token === undefined ? {} : { dueAt: now + seconds * 1000 * DUE_SHARE };
  writeStored(KEY, { userId: user.id, renewedAt: now, ...dueAt });
}

/** Somebody turned out to be signed in. */
export function noteUser(userId: string): void {
  if (kept()?.userId !== userId) writeStored(KEY, { userId, renewedAt: 0 });
}

/** Nobody is signed in any more. */
export function noteSignedOut(): void {
  if (kept() !== undefined) writeStored(KEY, null);
}

/** Whether somebody was signed in here when it was last known. */
export function hasSession(): boolean {
  return kept() !== undefined;
}

let renewing: Promise<boolean> | undefined;

/**
 * Renews the session once for all who ask at the same time, in this tab and in others.
 * @param askedAt epoch milliseconds of the request that was refused: a renewal since then is as good as another
 * @returns false when the session is over
 * @throws {ApiError} when the server could not be asked
 */
export async function renewSession(askedAt: number): Promise<boolean> {
  if (!hasSession()) return false;
  renewing ??= oneTabAtATime(async () => renew(askedAt)).finally(() => {
    renewing = undefined;
  });
  return await renewing;
}

async function renew(askedAt: number): Promise<boolean> {
  if ((kept()?.renewedAt ?? 0) > askedAt) return true;
  try {
    noteSession(await call('', 'refreshSession', {}));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500) throw error;
    noteSignedOut();
    return false;
  }
}

/** Without https browsers know no locks; the server gives tabs that come together the same session. */
async function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? await navigator.locks.request('lectern.session', work) : await work();
}

/** Renews the session in good time while the page is looked at, until the returned function is called. */
export function keepSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const dueAt = kept()?.dueAt;
    if (document.hidden || dueAt === undefined) return;
    const leftMs = dueAt - Date.now();
    if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS));
    // while the server is away there is time left to ask again
    else renewSession(dueAt).then(look, () => (timer = setTimeout(look, AGAIN_MS)));
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const AGAIN_MS = 60_000;
/** Browsers take longer waits for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls back when another tab signs out, or in as somebody: the id of who is signed in by now, undefined for nobody. */
export function watchOtherTabs(onChange: (userId: string | undefined) => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== `lectern.${KEY}`) return;
    const [before, now] = [oldValue, newValue].map((text) => keptIn(JSON.parse(text ?? 'null') as unknown)?.userId);
    if (before !== now) onChange(now);
  });
}
