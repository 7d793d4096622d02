import { request } from '#lib/api.ts';
import { deliverOutbox, inOutboxLock } from './deliver-outbox.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { announceKept } from './load-kept.ts';

const RETRY_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | undefined;

/** Sends what is unsent, and tries again while the server is away. */
export function sendSoon(delayMs = RETRY_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendOutbox().catch(() => sendSoon()), delayMs);
}

export function stopSending(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Sends all changes in the order of their time. Returns when all are sent or the server does not answer. */
export async function sendOutbox(): Promise<void> {
  sending ??= inOutboxLock(deliverOwn).finally(() => {
    sending = undefined;
  });
  await sending;
}

async function deliverOwn(): Promise<void> {
  const userId = ownerStore.get();
  if (userId === undefined) return;
  const isOwner = () => ownerStore.get() === userId;
  if (!(await deliverOutbox({ userId, ask: request, isOwner, announce: announceKept }))) sendSoon();
}

/** Changes that were not sent, problems included. */
export function countUnsent(): number {
  return keptStore.get()?.outbox.length ?? 0;
}
