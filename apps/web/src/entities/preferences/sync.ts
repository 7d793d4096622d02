import type { Preference } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { whileOwner } from '#entities/offline/while-owner.ts';
import { hasStatus, isTemporary, request } from '#lib/api.ts';
import { connectionStore } from '#lib/connection.ts';
import { fieldProblems } from '#lib/problem.ts';
import { awaitsLanguage, showLanguage } from '#lib/show-language.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { toLook } from './look-options.ts';
import { migrateLocalPreferences } from './migrate-local-preferences.ts';
import { preferencesQuery } from './queries.ts';
import {
  localPreferences,
  markSent,
  openPreferences,
  setAccountPreferences,
  takeAnswer,
  watchOtherTabs,
} from './store.ts';
import { type Changes, pickUnsent } from './values.ts';

/** Debounce: dragging a slider sends one change instead of thirty. */
const DEBOUNCE_MS = 400;
const RETRY_MS = 30_000;

interface Answered {
  readonly data: readonly Preference[] | undefined;
  readonly dataUpdatedAt: number;
  readonly isFetching: boolean;
}

/**
 * Syncs preferences with the server until the returned function is called. Sends local changes, retries while the
 * server is away, and merges changes of other devices.
 */
export function startPreferenceSync(queryClient: QueryClient, owner: string): () => void {
  openPreferences(owner);
  setAccountPreferences(migrateLocalPreferences());
  const sender = new Sender(queryClient, owner);
  const observer = new QueryObserver(queryClient, preferencesQuery());
  let askedAt = 0;
  let wasFetching = false;
  let isFirst = true;
  const takeResult = ({ data, dataUpdatedAt, isFetching }: Answered) => {
    if (isFetching && !wasFetching) askedAt = Date.now();
    wasFetching = isFetching;
    // after a failed request the data are those of an earlier one
    if (data === undefined || isFetching || dataUpdatedAt < askedAt) return;
    if (takeAnswer(owner, data, askedAt)) {
      const { language } = toLook(localPreferences.get().values);
      if (isFirst) showLanguage(language);
      else offerLanguage(language);
      isFirst = false;
      return;
    }
    // requested before a change of another tab was delivered
    void queryClient.invalidateQueries({ queryKey: preferencesQuery().queryKey });
  };
  const stops = [
    watchOtherTabs(),
    observer.subscribe(takeResult),
    localPreferences.watch(() => sender.soon()),
    connectionStore.watch(() => {
      if (!connectionStore.get().away) sender.soon();
    }),
    () => sender.stop(),
  ];
  sender.soon();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps what guests prefer on this device, apart from the preferences of every account. */
export function startGuestPreferences(guest: string): () => void {
  openPreferences(guest);
  return watchOtherTabs();
}

let offered: string | undefined;

/** Offers a language that was chosen on another device, once: the reader may be in the middle of something. */
function offerLanguage(language: string | undefined): void {
  if (!awaitsLanguage(language) || offered === (language ?? 'auto')) return;
  offered = language ?? 'auto';
  const reload = { label: t`Reload`, run: () => showLanguage(language) };
  showToast(t`The language was changed on another device.`, reload);
}

/** Sends changes, one request at a time. */
class Sender {
  readonly #queryClient: QueryClient;
  readonly #owner: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #isStopped = false;

  constructor(queryClient: QueryClient, owner: string) {
    this.#queryClient = queryClient;
    this.#owner = owner;
  }

  soon(waitMs = DEBOUNCE_MS): void {
    const { owner, unsent } = localPreferences.get();
    if (this.#isStopped || this.#isSending || owner !== this.#owner || unsent.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), waitMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const changes = pickUnsent(localPreferences.get());
    this.#isSending = true;
    const waitMs = await this.#deliver(changes);
    this.#isSending = false;
    this.soon(waitMs);
  }

  /** Returns the delay until the next request. */
  async #deliver(changes: Changes): Promise<number> {
    try {
      // what the user of a view or child profile must not get stays here until this one is back
      if (!(await whileOwner(this.#owner, async () => send(changes)))) return RETRY_MS;
      markSent(this.#owner, changes);
    } catch (error) {
      // an expired session or a server failure is temporary, so this is retried; a refusal is final
      if (isTemporary(error) || hasStatus(error, 401)) return RETRY_MS;
      markSent(this.#owner, pickRefused(changes, error));
    }
    // an answer already under way lacks this change
    await this.#queryClient.invalidateQueries({ queryKey: preferencesQuery().queryKey });
    return DEBOUNCE_MS;
  }
}

async function send(changes: Changes): Promise<void> {
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  if (set.length > 0) await request('updatePreferences', { body: { preferences: Object.fromEntries(set) } });
  for (const key of Object.keys(changes).filter((name) => changes[name] === null)) {
    await request('deletePreference', { params: { key } }).catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error;
    });
  }
}

/** The changes the server named in its error, else all. */
function pickRefused(changes: Changes, error: unknown): Changes {
  const named = Object.keys(fieldProblems(error)).filter((key) => key in changes);
  return named.length === 0 ? changes : Object.fromEntries(named.map((key) => [key, changes[key] ?? null]));
}
