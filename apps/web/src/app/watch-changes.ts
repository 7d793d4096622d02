import type { EntityEvent } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { runningTasksQuery } from '#entities/task/queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { buildAddress, hasStatus, request } from '#lib/api.ts';
import { type EventStream, openEventStream } from '#lib/event-stream.ts';
import {
  findProgressBook,
  entityEventNames,
  eventKey,
  isEntityEvent,
  isTouched,
  listTopicQueries,
  topicNames,
} from './touched-queries.ts';
import type { ContactWatch } from './watch-contact.ts';

/** Sent first when events were missed, and whenever the permissions of the user change. */
const RESET = 'stream_reset';

/** A scan sends hundreds of events a second; queries are refetched at most this often. */
const FLUSH_MS = 1000;

/** A connection that can be suspended for a while. */
export interface Watch {
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Refetches the queries that server events make stale. The stream resumes at its last position, so events sent while it
 * was closed are not missed. It starts at the position that came with the user, before any page is loaded.
 */
export function watchChanges(queryClient: QueryClient, contact: ContactWatch, onSignedOut: () => void): Watch {
  const waiting = new Map<string, EntityEvent>();
  const stale = new Set<string>();
  const readIn = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAllStale = false;
  let stream: EventStream | undefined;
  let lastEventId = queryClient.getQueryData(currentUserQuery().queryKey)?.lastEventId;

  const flush = () => {
    timer = undefined;
    const events = [...waiting.values()];
    const names = new Set(stale);
    const bookIds = [...readIn];
    waiting.clear();
    stale.clear();
    readIn.clear();
    if (isAllStale) {
      isAllStale = false;
      void queryClient.invalidateQueries();
      return;
    }
    refreshTouched(queryClient, events);
    refreshNamed(queryClient, names, bookIds);
  };
  return {
    open: () => {
      stream ??= openEventStream({
        address: () => buildAddress('streamEvents', {}, { lastEventId }),
        names: [...entityEventNames, ...topicNames, RESET],
        onEvent: (event, id) => {
          if (id !== '') lastEventId = id;
          isAllStale ||= isReset(event);
          if (isEntityEvent(event)) waiting.set(eventKey(event), event);
          for (const name of listTopicQueries(event)) stale.add(name);
          const bookId = findProgressBook(event);
          if (bookId !== undefined) readIn.add(bookId);
          timer ??= setTimeout(flush, FLUSH_MS);
        },
        onOpen: (again) => {
          contact.up();
          if (again) void queryClient.invalidateQueries();
        },
        onDown: (refused) => {
          contact.down();
          if (refused) void checkSession(onSignedOut);
        },
      });
    },
    close: () => {
      clearTimeout(timer);
      timer = undefined;
      stream?.close();
      stream = undefined;
    },
  };
}

function isReset(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === RESET;
}

function isShown(queryClient: QueryClient, name: string): boolean {
  return queryClient.getQueryCache().findAll({ queryKey: [name], type: 'active' }).length > 0;
}

function refreshTouched(queryClient: QueryClient, events: readonly EntityEvent[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => events.some((event) => isTouched(event, queryKey)),
  });
  // another user started a scan: its first new books reveal it to this page
  const finds = events.some(({ type }) => type === 'book_created' || type === 'series_created');
  const scans = queryClient.getQueryData(activeScansQuery().queryKey);
  if (finds && scans?.length === 0) void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
  const worked = events.some(({ type }) => type === 'book_updated');
  if (worked) void queryClient.invalidateQueries({ queryKey: runningTasksQuery().queryKey });
}

/**
 * @param names queries to refetch
 * @param readIn books with new progress; an open one refetches its progress and offers to jump there
 */
function refreshNamed(queryClient: QueryClient, names: ReadonlySet<string>, readIn: readonly string[]): void {
  for (const bookId of readIn) void queryClient.invalidateQueries({ queryKey: ['getProgress', { bookId }] });
  // while the reader is open, the next page refetches instead
  const isReading = isShown(queryClient, 'getProgress');
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => names.has(String(name)),
    refetchType: isReading ? 'none' : 'active',
  });
}

async function checkSession(onSignedOut: () => void): Promise<void> {
  try {
    await request('getCurrentUser', {});
  } catch (error) {
    if (hasStatus(error, 401)) onSignedOut();
  }
}
