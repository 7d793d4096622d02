import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../../../fixtures/event-source.ts';
import { openEventStream } from './event-stream.ts';

function latest(): FakeEventSource {
  const source = FakeEventSource.opened.at(-1);
  if (source === undefined) throw new Error('No stream was opened');
  return source;
}

function openStream() {
  const heard: unknown[] = [];
  const ids: string[] = [];
  const opens: boolean[] = [];
  const downs: boolean[] = [];
  const stream = openEventStream({
    address: () => '/stream',
    names: ['change'],
    onEvent: (data, id) => {
      heard.push(data);
      ids.push(id);
    },
    onOpen: (again) => opens.push(again),
    onDown: (refused) => downs.push(refused),
  });
  return { stream, heard, ids, opens, downs };
}

describe('openEventStream', () => {
  beforeEach(() => {
    FakeEventSource.opened.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeEventSource);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('passes on the parsed data and the id of each subscribed event', () => {
    const { heard, ids } = openStream();
    latest().tell('change', '{"a":1}', 'log-1');
    latest().tell('other', '{"b":2}');
    expect(heard).toEqual([{ a: 1 }]);
    expect(ids).toEqual(['log-1']);
  });

  it('leaves a lost connection to the browser and reports when it is back', () => {
    const { opens, downs } = openStream();
    latest().onopen?.();
    latest().fail(0);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    latest().onopen?.();
    expect(opens).toEqual([false, true]);
    expect(downs).toEqual([false]);
  });

  it('reopens a refused stream with growing delays', () => {
    const { downs } = openStream();
    latest().fail(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(2000);
    expect(FakeEventSource.opened).toHaveLength(2);
    latest().fail(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(3999);
    expect(FakeEventSource.opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(3);
    expect(downs).toEqual([true, true]);
  });

  it('opens no stream after it is closed', () => {
    const { stream } = openStream();
    latest().fail(FakeEventSource.CLOSED);
    stream.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });
});
