import { buildAddress, fetchSignedIn, isAwayStatus } from '#lib/api.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReadProgress } from '@lectern/contract';
import { hasProgress } from '#entities/book/progress-answers.ts';
import { bookQuery } from '#entities/book/queries.ts';
import { forgetLastPlace, type LastPlace, noteLastPlace } from '#entities/offline/last-place.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { leavesNoTrace } from '#lib/viewing.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createKnownPlace, type KnownPlace } from '../engine/known-place.ts';
import { findMember } from '#lib/find-member.ts';
import {
  createProgressQueue,
  type ProgressMark,
  type ProgressQueue,
  type SendOutcome,
} from '../engine/progress-queue.ts';
import { freshProgressQuery } from '../progress-query.ts';
import type { ReaderBook } from '../reader-props.ts';

const DELAY_MS = 1500;
const RETRY_MS = 5000;

/** The progress state of an open book. */
interface Kept {
  readonly bookId: string;
  readonly client: QueryClient;
  readonly known: KnownPlace;
  /** The last place went to the outbox, so another device may have read on. */
  wasAway: boolean;
}

function toLastPlace({ bookId, client }: Kept, mark: ProgressMark): LastPlace {
  const { currentPage: page, progressPercentage: percentage, locator } = mark;
  const title = client.getQueryData(bookQuery(bookId).queryKey)?.book.title ?? '';
  const userId = client.getQueryData(currentUserQuery().queryKey)?.id ?? '';
  return { userId, bookId, title, at: Date.now(), page, percentage, locator };
}

async function send(kept: Kept, mark: ProgressMark): Promise<SendOutcome> {
  const { bookId, client, known } = kept;
  known.sending(mark);
  try {
    // The request outlives the page: the user may leave right after the first save.
    const response = await fetchSignedIn(buildAddress('saveProgress', { id: bookId }), {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(mark),
    });
    if (isAwayStatus(response.status)) return await putAside(kept, mark);
    if (!response.ok) return response.status >= 500 || response.status === 429 ? 'retry' : 'refused';
    const updatedAt = findMember(await response.json(), 'updatedAt');
    if (typeof updatedAt === 'string') known.stored(updatedAt);
    // the next page refetches them; refetching while reading is wasteful
    const isPlace = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => hasProgress(queryKey[0]);
    void client.invalidateQueries({ predicate: isPlace, refetchType: 'none' });
    kept.wasAway = false;
    return 'stored';
  } catch {
    return await putAside(kept, mark);
  }
}

/** The outbox sends it with its own time, even after the page was closed. */
async function putAside(kept: Kept, mark: ProgressMark): Promise<SendOutcome> {
  const { title, at, userId: _, ...place } = toLastPlace(kept, mark);
  kept.wasAway = true;
  try {
    const { putInOutbox } = await import('#entities/offline/outbox.ts');
    await putInOutbox({ title, change: { kind: 'reading', session: 'progress', ...place } }, at);
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
    return await putAside(kept, mark);
  }
  return await send(kept, mark);
}

function openQueue(kept: Kept): ProgressQueue {
  return createProgressQueue({
    send: async (mark, { keepalive, isLate }) => {
      const place = toLastPlace(kept, mark);
      noteLastPlace(place);
      const isChecked = (isLate || kept.wasAway) && !keepalive;
      const outcome = isChecked ? await sendLate(kept, mark) : await send(kept, mark);
      if (outcome !== 'retry') forgetLastPlace(place);
      return outcome;
    },
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
  readonly book: Pick<ReaderBook, 'id' | 'shareId'>;
  /** Saves nothing and shows no notice. */
  readonly isIncognito: boolean;
  readonly onFollow: (progress: ReadProgress) => void;
}

interface Progress {
  readonly push: (mark: ProgressMark) => void;
  /** Newer progress on another device; undefined without any, or once answered. */
  readonly elsewhere: Elsewhere | undefined;
}

/** Saves progress, throttled, and detects progress of other devices; neither behind a link. */
export function useProgress({ book, isIncognito: isWished, onFollow }: ProgressOptions): Progress {
  const { id: bookId, shareId } = book;
  const isLinked = shareId !== undefined;
  const isIncognito = isLinked || isWished || leavesNoTrace();
  const client = useQueryClient();
  const { data: latest } = useQuery({ ...freshProgressQuery(bookId), refetchOnMount: false, enabled: !isLinked });
  const [known] = useState(() => createKnownPlace(latest ?? undefined));
  const queue = useRef<ProgressQueue>(undefined);
  const elsewhere = useNoticed(latest ?? undefined, known);
  useEffect(() => {
    if (isIncognito) return undefined;
    const opened = openQueue({ bookId, client, known, wasAway: false });
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
