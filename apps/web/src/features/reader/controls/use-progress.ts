import { addressOf, fetchSignedIn } from '#lib/api.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReadProgress, RouteName } from '@lectern/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createKnownPlace, type KnownPlace } from '../engine/known-place.ts';
import { memberOf } from '../engine/member.ts';
import {
  createProgressQueue,
  type ProgressMark,
  type ProgressQueue,
  type SendOutcome,
} from '../engine/progress-queue.ts';
import { freshProgressQuery } from '../progress-query.ts';

const DELAY_MS = 1500;
const RETRY_MS = 5000;

/** Cached answers that say where the reader is. */
const ANSWERS: ReadonlySet<unknown> = new Set<RouteName>([
  'getBook',
  'getProgress',
  'getSeries',
  'listBooks',
  'getHome',
  'getReadListProgress',
  'listCurrentlyReading',
  'listReadListBooks',
  'listWantToRead',
  'listRecentlyReadBooks',
  'listSeries',
  'listSeriesBooks',
  'listSeriesInProgress',
]);

/** An open book whose place is kept. */
interface Kept {
  readonly bookId: string;
  readonly client: QueryClient;
  readonly known: KnownPlace;
}

async function send({ bookId, client, known }: Kept, mark: ProgressMark): Promise<SendOutcome> {
  known.sending(mark);
  try {
    // The request outlives the page: a reader may leave right after the first place.
    const response = await fetchSignedIn(addressOf('', 'saveProgress', { id: bookId }), {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(mark),
    });
    if (!response.ok) return response.status >= 500 || response.status === 429 ? 'retry' : 'refused';
    const updatedAt = memberOf(await response.json(), 'updatedAt');
    if (typeof updatedAt === 'string') known.stored(updatedAt);
    // asked for again by the next screen that shows them, not while one reads
    const isPlace = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => ANSWERS.has(queryKey[0]);
    void client.invalidateQueries({ predicate: isPlace, refetchType: 'none' });
    return 'stored';
  } catch {
    return 'retry';
  }
}

/** Where the server was out of reach, another device may have read on meanwhile: its place is not overwritten by an older one. */
async function sendLate(kept: Kept, mark: ProgressMark): Promise<SendOutcome> {
  try {
    const latest = await kept.client.query(freshProgressQuery(kept.bookId));
    if (latest !== null && kept.known.isElsewhere(latest)) return 'refused';
  } catch {
    return 'retry';
  }
  return await send(kept, mark);
}

function openQueue(kept: Kept): ProgressQueue {
  return createProgressQueue({
    send: async (mark, { keepalive, isLate }) =>
      isLate && !keepalive ? await sendLate(kept, mark) : await send(kept, mark),
    delayMs: DELAY_MS,
    retryMs: RETRY_MS,
    setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer),
    now: Date.now,
  });
}

/** A place on another device. */
export interface Elsewhere {
  readonly progress: ReadProgress;
  readonly follow: () => void;
  readonly stay: () => void;
}

interface ProgressOptions {
  readonly bookId: string;
  /** Marks go nowhere, and nobody is asked to leave. */
  readonly isIncognito: boolean;
  readonly onFollow: (progress: ReadProgress) => void;
}

interface Progress {
  readonly push: (mark: ProgressMark) => void;
  /** Where this user has read on another device while the book was open here; undefined when nowhere, or once answered. */
  readonly elsewhere: Elsewhere | undefined;
}

/** Takes marks as reading goes on and stores them now and then; notices when reading has gone on elsewhere meanwhile. */
export function useProgress({ bookId, isIncognito, onFollow }: ProgressOptions): Progress {
  const client = useQueryClient();
  const { data: latest } = useQuery({ ...freshProgressQuery(bookId), refetchOnMount: false });
  const [known] = useState(() => createKnownPlace(latest ?? undefined));
  const queue = useRef<ProgressQueue>(undefined);
  const elsewhere = useNoticed(latest ?? undefined, known);
  useEffect(() => {
    if (isIncognito) return undefined;
    const opened = openQueue({ bookId, client, known });
    queue.current = opened;
    const leave = () => opened.flush(true);
    const hide = () => {
      if (document.visibilityState === 'hidden') opened.flush(true);
    };
    const online = () => opened.flush(false);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hide);
      opened.close();
      queue.current = undefined;
    };
  }, [bookId, isIncognito, client, known]);
  return {
    push: useCallback((mark) => queue.current?.push(mark), []),
    elsewhere:
      elsewhere === undefined || isIncognito
        ? undefined
        : {
            ...elsewhere,
            follow: () => {
              queue.current?.discard();
              onFollow(elsewhere.progress);
            },
          },
  };
}

/** The place on another device that was noticed last, until it is answered. */
function useNoticed(latest: ReadProgress | undefined, known: KnownPlace): Omit<Elsewhere, 'follow'> | undefined {
  const [noticed, setNoticed] = useState<ReadProgress>();
  useEffect(() => {
    if (latest !== undefined && known.isElsewhere(latest)) setNoticed(latest);
  }, [latest, known]);
  if (noticed === undefined) return undefined;
  return {
    progress: noticed,
    stay: () => {
      known.stored(noticed.updatedAt);
      setNoticed(undefined);
    },
  };
}
