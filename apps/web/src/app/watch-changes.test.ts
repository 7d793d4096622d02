import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../../fixtures/event-source.ts';
import { watchChanges } from './watch-changes.ts';

const USER = ['getCurrentUser'];
const LIBRARIES = ['listLibraries'];
const SHARING = ['listSharingTags'];

function addresses(): readonly string[] {
  return FakeEventSource.opened.map(({ address }) => address);
}

function tell(type: string, lastEventId: string): void {
  const data = JSON.stringify({ type, library_id: 'l1', timestamp: new Date(0).toISOString() });
  FakeEventSource.opened[0]?.tell(type, data, lastEventId);
}

function watch() {
  const client = new QueryClient();
  client.setQueryData(USER, { lastEventId: 'log-7' });
  for (const key of [LIBRARIES, SHARING]) client.setQueryData(key, []);
  const contact = { up: () => undefined, down: () => undefined, stop: () => undefined };
  const watched = watchChanges(client, contact, () => undefined);
  const stale = () => [USER, LIBRARIES, SHARING].filter((key) => client.getQueryState(key)?.isInvalidated === true);
  watched.open();
  return { watched, stale };
}

describe('watchChanges', () => {
  beforeEach(() => {
    FakeEventSource.opened.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeEventSource);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('starts at the position that came with the user, and resumes where it was closed', () => {
    const { watched } = watch();
    tell('library_updated', 'log-9');
    watched.close();
    watched.open();
    const stream = '/api/v1/events/stream?lastEventId=';
    expect(addresses()).toEqual([`${stream}log-7`, `${stream}log-9`]);
  });

  it('refetches only the queries that an event affects', () => {
    const { stale } = watch();
    tell('library_updated', 'log-8');
    expect(stale()).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(stale()).toEqual([LIBRARIES]);
  });

  it('refetches everything after missed events or a permission change', () => {
    const { stale } = watch();
    tell('stream_reset', 'log-8');
    vi.advanceTimersByTime(1000);
    expect(stale()).toEqual([USER, LIBRARIES, SHARING]);
  });
});
