import type { EntityEvent, ScanProgressEvent, TaskProgressEvent } from '@lectern/contract';

/** The three streams of section 6. */
export type StreamName = 'entity' | 'task' | 'scan';

/** One frame as it goes out: `event: name`, `id: id`, `data: json`. The JSON is made once for all listeners. */
export interface EventFrame {
  /** Grows with every frame of the process; `Last-Event-ID` refers to it. */
  readonly id: string;
  readonly name: string;
  readonly json: string;
  /** The library it is about: listeners who may not see it do not get the frame. */
  readonly libraryId: string | null;
}

/** Tells everyone who listens what changed, after the transaction that changed it. */
export interface EventBus {
  readonly emit: (event: EntityEvent) => void;
  readonly emitTask: (event: TaskProgressEvent) => void;
  readonly emitScan: (event: ScanProgressEvent) => void;
  /**
   * Hands every later frame to `listen`, first those after `lastEventId` that the bounded log still holds.
   * @returns a disposable that ends the subscription
   */
  readonly subscribe: (stream: StreamName, listen: (frame: EventFrame) => void, lastEventId?: string) => Disposable;
}

/** Frames kept for each stream, for clients that come back. */
const LOG_LENGTH = 1_000;

interface Stream {
  readonly log: EventFrame[];
  readonly listeners: Set<(frame: EventFrame) => void>;
}

function newStream(): Stream {
  return { log: [], listeners: new Set() };
}

/**
 * Where to go on after the frame a client saw last.
 * @returns undefined when the id is not one of this process's log: nothing can be replayed
 */
function missedFrames(log: readonly EventFrame[], lastEventId: string): readonly EventFrame[] {
  const index = log.findIndex((frame) => frame.id === lastEventId);
  return index === -1 ? [] : log.slice(index + 1);
}

/**
 * An event bus inside one process.
 * @param boot short text that differs between starts, so that ids of an earlier start are not mistaken for this one's
 */
export function createEventBus(boot: string): EventBus {
  const streams: Readonly<Record<StreamName, Stream>> = { entity: newStream(), task: newStream(), scan: newStream() };
  let count = 0;
  const publish = (stream: Stream, name: string, data: object, libraryId: string | null): void => {
    count += 1;
    const frame = { id: `${boot}-${String(count)}`, name, json: JSON.stringify(data), libraryId };
    stream.log.push(frame);
    if (stream.log.length > LOG_LENGTH) stream.log.shift();
    for (const listen of stream.listeners) listen(frame);
  };
  return {
    emit: (event) => publish(streams.entity, event.type, event, event.library_id),
    emitTask: (event) => publish(streams.task, 'task_progress', event, event.library_id),
    emitScan: (event) => publish(streams.scan, 'scan_progress', event, event.library_id),
    subscribe: (name, listen, lastEventId) => {
      const { log, listeners } = streams[name];
      if (lastEventId !== undefined) for (const frame of missedFrames(log, lastEventId)) listen(frame);
      listeners.add(listen);
      return { [Symbol.dispose]: () => void listeners.delete(listen) };
    },
  };
}
