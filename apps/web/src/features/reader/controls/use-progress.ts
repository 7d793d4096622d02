import { buildAddress, fetchSignedIn } from '#lib/api.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReadProgress, RouteName } from '@lectern/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createKnownPlace, type KnownPlace } from '../engine/known-place.ts';
import { findMember } from '../engine/member.ts';
import {
  createProgressQueue,
  type ProgressMark,
  type ProgressQueue,
  type SendOutcome,
} from '../engine/progress-queue.ts';
import { freshProgressQuery } from '../progress-query.ts';

const DELAY_MS = 1500;
const RETRY_MS = 5000;

/** Routes whose answers contain progress. */
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

/** The progress state of an open book. */
interface Kept {
  readonly bookId: string;
  readonly client: QueryClient;
  readonly known: KnownPlace;
}

async function send({ bookId, client, known }: Kept, mark: ProgressMark): Promise<SendOutcome> {
  known.sending(mark);
  try {
    // The request outlives the page: the user may leave right after the first save.
    const response = await fetchSignedIn(buildAddress('saveProgress', { id: bookId }), {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(mark),
    });
    if (!response.ok) return response.status >= 500 || response.status === 429 ? 'retry' : 'refused';
    const updatedAt = findMember(await response.json(), 'updatedAt');
    if (typeof updatedAt === 'string') known.stored(updatedAt);
    // the next page refetches them; refetching while reading is wasteful
    const isPlace = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => ANSWERS.has(queryKey[0]);
    void client.invalidateQueries({ predicate: isPlace, refetchType: 'none' });
    return 'stored';
  } catch {
    return 'retry';
  }
}

/** The server was unreachable, so another device may have read on. Its newer progress must not be overwritten. */
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

/** Progress on another device. */
export interface Elsewhere {
  readonly progress: ReadProgress;
  readonly follow: () => void;
  readonly stay: () => void;
}

interface ProgressOptions {
  readonly bookId: string;
  /** Saves nothing and shows no notice. */
  readonly isIncognito: boolean;
  readonly onFollow: (progress: ReadProgress) => void;
}

interface Progress {
  readonly push: (mark: ProgressMark) => void;
  /** Newer progress on another device; undefined without any, or once answered. */
  readonly elsewhere: Elsewhere | undefined;
}

/** Saves progress, throttled, and detects progress of other devices. */
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

/** The last detected place of another device, until answered. */
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
