import { ApiError } from '@lectern/contract/client';
import { MOST_ROWS } from '#entities/book/list-all-books.ts';
import { sendChange } from '#entities/reading-profile/send-change.ts';
import { listIds } from '#entities/selection/list-ids.ts';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import type { Ask } from './ask.ts';
import { resolveMarks, toSessions } from './marks.ts';
import { openOfflineDb } from './offline-db.ts';
import { type OutboxEntry, type OutboxProblem, planBatches, toSession } from './outbox-entry.ts';

/** Readings in one request; the server takes 500. */
const AT_ONCE = 100;

/** Who sends: a page, or the service worker. */
export interface Sender {
  readonly userId: string;
  readonly ask: Ask;
  /** Whether this user is still the one who is signed in here. */
  readonly isOwner: () => Promise<boolean> | boolean;
  /** Called after each change of the outbox. */
  readonly announce: () => Promise<void> | void;
}

/**
 * One page or service worker sends at a time. Browsers offer locks on https only; without them the server recognises repeated
 * readings.
 */
export async function inOutboxLock<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return 'locks' in navigator ? await navigator.locks.request(`${STORAGE_PREFIX}outbox`, work) : await work();
}

/** Another user may be signed in by now. */
class LeftError extends Error {
  override readonly name = 'LeftError';
}

/** Asks nothing more once the user has left: one change may take many requests. */
function askAsOwner({ ask, isOwner }: Sender): Ask {
  return async (name, input) => {
    if (!(await isOwner())) throw new LeftError();
    return await ask(name, input);
  };
}

/** A failure that passes by itself, or with the next sign-in. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429 || status === 500 || status >= 502;
}

/**
 * Sends all changes of a user in the order of their time. Call it in the lock.
 * @returns false when the server is away, so that it is worth another attempt
 */
export async function deliverOutbox(sender: Sender): Promise<boolean> {
  const { userId } = sender;
  const ask = askAsOwner(sender);
  const db = await openOfflineDb();
  const entries = await db.getAllFromIndex('outbox', 'byUser', userId);
  const batches = planBatches(entries, AT_ONCE);
  try {
    // The cookie may be that of another user by now.
    if (batches.length === 0 || (await ask('getCurrentUser', {})).id !== userId) return true;
    for (const batch of batches) {
      const problems = await deliverOrRefuse({ ...sender, ask }, batch);
      for (const entry of batch) await settle(sender, entry, problems.get(entry.id));
    }
    return true;
  } catch (error) {
    if (error instanceof LeftError) return true;
    if (error instanceof ApiError && isPassing(error)) return false;
    throw error;
  }
}

type Problems = ReadonlyMap<string, OutboxProblem>;

/** What the server refuses, or nothing can send, is not sent again: it would hold up the rest. */
async function deliverOrRefuse(sender: Sender, batch: readonly OutboxEntry[]): Promise<Problems> {
  try {
    return await deliver(sender, batch);
  } catch (error) {
    if (error instanceof LeftError || (error instanceof ApiError && isPassing(error))) throw error;
    const isGone = error instanceof ApiError && error.status === 404;
    return new Map(batch.map(({ id }) => [id, isGone ? 'gone' : 'refused'] as const));
  }
}

async function settle({ announce }: Sender, entry: OutboxEntry, problem: OutboxProblem | undefined): Promise<void> {
  const db = await openOfflineDb();
  const tx = db.transaction('outbox', 'readwrite');
  // It may have been replaced meanwhile, and must not come back.
  const isThere = (await tx.store.getKey(entry.id)) !== undefined;
  if (isThere && problem === undefined) await tx.store.delete(entry.id);
  if (isThere && problem !== undefined) await tx.store.put({ ...entry, problem });
  await tx.done;
  await announce();
}

async function deliver(sender: Sender, batch: readonly OutboxEntry[]): Promise<Problems> {
  const [first] = batch;
  if (first === undefined) return new Map();
  const { ask } = sender;
  const { change } = first;
  switch (change.kind) {
    case 'reading':
      return await sendReadings(ask, batch);
    case 'marks':
      return await sendMarks(sender, first);
    case 'rating':
      return await sendRating(ask, first);
    case 'want':
      await sendWant(ask, change);
      return new Map();
    case 'wants':
      await sendWants(ask, change);
      return new Map();
    case 'profile':
      await sendChange(ask, change.change);
      return new Map();
  }
}

async function sendReadings(ask: Ask, batch: readonly OutboxEntry[]): Promise<Problems> {
  const sessions = batch.map(toSession).filter((session) => session !== undefined);
  const { rejected } = await ask('recordSessions', { body: { sessions } });
  return new Map(
    rejected
      .filter(({ reason }) => reason !== 'duplicate_in_batch')
      .map(({ id, reason }) => [id, reason === 'book_not_found' ? 'gone' : 'refused'] as const),
  );
}

/** Books that are gone are passed over, unless all are. */
async function sendMarks({ ask, announce }: Sender, entry: OutboxEntry): Promise<Problems> {
  const { id, at, change } = entry;
  if (change.kind !== 'marks') return new Map();
  const books = await resolveMarks(ask, change, at);
  if (change.books === undefined) {
    const db = await openOfflineDb();
    const tx = db.transaction('outbox', 'readwrite');
    const isThere = (await tx.store.getKey(id)) !== undefined;
    // An attempt that breaks off is repeated with the same ids.
    if (isThere) await tx.store.put({ ...entry, change: { ...change, books } });
    await tx.done;
    await announce();
    if (!isThere) return new Map();
  }
  let refused = 0;
  for (let from = 0; from < books.length; from += AT_ONCE) {
    const sessions = [...toSessions(books.slice(from, from + AT_ONCE), change.read, at)];
    refused += (await ask('recordSessions', { body: { sessions } })).rejected.length;
  }
  return refused > 0 && refused === books.length ? new Map([[id, 'gone']]) : new Map();
}

/** A later rating of another device stays. */
async function sendRating(ask: Ask, { id, at, change }: OutboxEntry): Promise<Problems> {
  if (change.kind !== 'rating') return new Map();
  const params = { id: change.seriesId };
  const stored = await ask('getRating', { params });
  if (stored !== undefined && Date.parse(stored.updatedAt) > at) return new Map([[id, 'newer']]);
  const { rating, notes } = change;
  if (rating !== null) {
    await ask('saveRating', { params, body: { rating, ...(notes === undefined ? {} : { notes }) } });
  } else if (stored !== undefined) {
    await ask('deleteRating', { params });
  }
  return new Map();
}

async function sendWants(ask: Ask, { picked }: Extract<OutboxEntry['change'], { kind: 'wants' }>): Promise<void> {
  const ids = await listIds(ask, picked);
  for (let from = 0; from < ids.length; from += MOST_ROWS) {
    const some = ids.slice(from, from + MOST_ROWS);
    await ask('addManyWantToRead', { body: picked.kind === 'book' ? { bookIds: some } : { seriesIds: some } });
  }
}

async function sendWant(ask: Ask, { of, id, wanted }: Extract<OutboxEntry['change'], { kind: 'want' }>): Promise<void> {
  if (wanted) {
    await ask('addWantToRead', { body: of === 'book' ? { bookId: id } : { seriesId: id } });
    return;
  }
  try {
    await ask(of === 'book' ? 'removeWantedBook' : 'removeWantedSeries', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
