import type {
  CollectionEvent,
  DuplicatesEvent,
  PersonalEvent,
  ReadListEvent,
  ReleaseAnnouncedEvent,
  ReleaseSourcePolledEvent,
  ScanProgressEvent,
  TaskProgressEvent,
} from '@lectern/contract';
import type { LibraryMove, SharingChange, Told } from './entity-events.ts';
import { createFrameLog } from './frame-log.ts';
import type {
  Audience,
  Delivery,
  EventFrame,
  EventRecord,
  EventTransport,
  LibraryAudience,
  ProcessMessage,
  Shelved,
  StreamName,
} from './frames.ts';

export type { Audience, EventFrame, LibraryAudience, Shelved, StreamName } from './frames.ts';

/** A client's place in a stream; disposing ends it. */
export interface EventSubscription extends Disposable {
  /** Id of the place up to which everything was handed over: a client that comes back with it misses nothing. */
  readonly lastId: () => string;
}

/** Tells everyone who listens what changed, after the transaction that changed it. */
export interface EventBus extends AsyncDisposable {
  readonly emit: (told: Told) => void;
  /** @param libraryIds of the books or series concerned; empty when they are no longer known */
  readonly emitDuplicates: (libraryIds: readonly string[]) => void;
  /** @param libraryId of the series; undefined for what is about a source, which only those hear who may see sources */
  readonly emitRelease: (
    event: ReleaseAnnouncedEvent | ReleaseSourcePolledEvent,
    libraryId: string | undefined,
  ) => void;
  /** @param members what is in the list; null where every user may see it */
  readonly emitList: (event: CollectionEvent | ReadListEvent, members: readonly Shelved[] | null) => void;
  readonly emitPersonal: (event: PersonalEvent) => void;
  /** @param audience who sees the task in lists */
  readonly emitTask: (event: TaskProgressEvent, audience: Audience) => void;
  readonly emitScan: (event: ScanProgressEvent) => void;
  /** Lets the caches of all other processes know. */
  readonly tell: (message: ProcessMessage) => void;
  /** Calls `listen` when another process told something. */
  readonly onTold: (listen: (message: ProcessMessage) => void) => Disposable;
  /**
   * For what this process remembers of the catalog: calls `listen` at every change of it, at once for those of this process, before
   * any client hears of them. The name is `unknown` when changes of another process were missed.
   */
  readonly onChange: (listen: (change: EventRecord) => void) => Disposable;
  /** Id behind the last event of any stream. A client that reads now and subscribes from this id misses nothing. */
  readonly lastId: () => string;
  /**
   * Hands every later frame to `listen`. With `lastEventId` first those since then; when these are not known, one named
   * `stream_reset`.
   */
  readonly subscribe: (
    stream: StreamName,
    listen: (frame: EventFrame) => void,
    lastEventId?: string,
  ) => EventSubscription;
}

const UNKNOWN: EventRecord = { stream: 'entity', name: 'unknown', json: '{}', kind: 'everyone' };

const STREAMS = ['entity', 'task', 'scan'] as const;

/** Frames kept for each stream, for clients that come back. */
const LOG_LENGTH = 1_000;

/** Where a bus gets its order from. */
export interface EventBusOptions {
  /** Names the log: differs wherever its numbers begin again. */
  readonly epoch: string;
  /** Number of the last event of earlier times; none of those is replayed unless it is delivered again. */
  readonly after?: number;
  readonly connect: (delivery: Delivery) => EventTransport;
}

type Listener = (frame: EventFrame) => void;

/** A set of listeners. The failure of one does not reach the others. */
function createListeners<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listen: (value: Value) => void): Disposable => {
      // A function of its own for each: the same one may listen twice.
      const own = (value: Value): void => listen(value);
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
    call: (value: Value): void => {
      for (const listen of listeners) listen(value);
    },
  };
}

function newStream(epoch: string) {
  return { log: createFrameLog(epoch, LOG_LENGTH), listeners: createListeners<EventFrame>() };
}

function resetFrame(id: string, stream: StreamName): EventFrame {
  const json = JSON.stringify({ type: 'stream_reset', timestamp: new Date().toISOString() });
  return { id, stream, name: 'stream_reset', json, kind: 'everyone' };
}

/** The series that an event is about, or the book where it names no series. */
function subjectOf(data: object): Pick<LibraryAudience, 'seriesId' | 'bookId'> {
  const named = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' ? value : undefined;
  };
  const seriesId = named('series_id') ?? (named('entity_type') === 'series' ? named('entity_id') : undefined);
  if (seriesId !== undefined) return { seriesId };
  const bookId = named('book_id');
  return bookId === undefined ? {} : { bookId };
}

/** Whether books, series or libraries are others after it: lists of them, and what a user reads, change none. */
function isOfCatalog(record: EventRecord): boolean {
  const isPersonal = record.kind === 'user' || (record.kind === 'libraries' && record.userId !== undefined);
  return record.stream === 'entity' && !isPersonal && !/^(?:collection|read_list)_/.test(record.name);
}

/** Those who see one of these libraries, and the series or book that the event names. */
function inLibraries(
  data: object,
  libraryIds: readonly string[],
  more: Omit<LibraryAudience, 'kind' | 'libraryIds'> = {},
): LibraryAudience {
  return { kind: 'libraries', libraryIds, ...subjectOf(data), ...more };
}

class Bus implements EventBus {
  readonly #streams: Readonly<Record<StreamName, ReturnType<typeof newStream>>>;
  readonly #changes = createListeners<EventRecord>();
  readonly #told = createListeners<ProcessMessage>();
  readonly #transport: EventTransport;
  #latest: number;

  constructor({ epoch, after = 0, connect }: EventBusOptions) {
    this.#streams = { entity: newStream(epoch), task: newStream(epoch), scan: newStream(epoch) };
    this.#latest = after;
    for (const { log } of Object.values(this.#streams)) log.forgetUpTo(after);
    this.#transport = connect({
      record: (number, record, isOwn) => this.#deliver(number, record, isOwn),
      message: (message) => this.#told.call(message),
      gap: (upTo) => this.#reset(upTo),
    });
  }

  emit(told: Told): void {
    if (told.type === 'moved') this.#emitMove(told);
    else if (told.type === 'shared') this.#emitSharing(told);
    else this.#publish(told, inLibraries(told, [told.library_id]));
  }

  emitDuplicates(libraryIds: readonly string[]): void {
    const event: DuplicatesEvent = { type: 'duplicates_updated', timestamp: new Date().toISOString() };
    this.#publish(event, inLibraries(event, libraryIds));
  }

  emitRelease(event: ReleaseAnnouncedEvent | ReleaseSourcePolledEvent, libraryId: string | undefined): void {
    const ofSources = { kind: 'permission', permission: 'SystemAdmin' } as const;
    this.#publish(event, libraryId === undefined ? ofSources : inLibraries(event, [libraryId]));
  }

  emitList(event: CollectionEvent | ReadListEvent, members: readonly Shelved[] | null): void {
    if (members === null) {
      this.#publish(event, { kind: 'everyone' });
      return;
    }
    const libraryIds = [...new Set(members.map(({ libraryId }) => libraryId))];
    this.#publish(event, inLibraries(event, libraryIds, { members }));
  }

  emitPersonal(event: PersonalEvent): void {
    const userId = event.user_id;
    const audience: Audience =
      'library_id' in event ? inLibraries(event, [event.library_id], { userId }) : { kind: 'user', userId };
    this.#publish(event, audience);
  }

  emitTask(event: TaskProgressEvent, audience: Audience): void {
    this.#send({ stream: 'task', name: 'task_progress' }, event, audience);
  }

  emitScan(event: ScanProgressEvent): void {
    this.#send({ stream: 'scan', name: 'scan_progress' }, event, inLibraries(event, [event.library_id]));
  }

  tell(message: ProcessMessage): void {
    this.#transport.tell(message);
  }

  onTold(listen: (message: ProcessMessage) => void): Disposable {
    return this.#told.add(listen);
  }

  onChange(listen: (change: EventRecord) => void): Disposable {
    return this.#changes.add(listen);
  }

  lastId(): string {
    return this.#streams.entity.log.idAt(this.#latest);
  }

  subscribe(name: StreamName, listen: Listener, lastEventId?: string): EventSubscription {
    const { log, listeners } = this.#streams[name];
    if (lastEventId !== undefined) {
      const missed = log.after(lastEventId, this.#latest) ?? [resetFrame(log.idAt(this.#latest), name)];
      for (const frame of missed) listen(frame);
    }
    const registration = listeners.add(listen);
    return {
      lastId: () => log.idAt(this.#latest),
      [Symbol.dispose]: () => registration[Symbol.dispose](),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
  }

  #emitMove({ updated, created, deleted }: LibraryMove): void {
    const [from, to] = [deleted.library_id, updated.library_id];
    this.#publish(deleted, inLibraries(deleted, [from], { notIn: to }));
    if (created !== undefined) this.#publish(created, inLibraries(created, [to], { notIn: from }));
    this.#publish(updated, inLibraries(updated, [to], { alsoIn: from }));
  }

  #emitSharing({ updated, created, deleted, libraryId, before, after }: SharingChange): void {
    const libraryIds = [libraryId];
    this.#publish(deleted, inLibraries(deleted, libraryIds, { shownBy: [before], hiddenBy: after }));
    this.#publish(created, inLibraries(created, libraryIds, { shownBy: [after], hiddenBy: before }));
    this.#publish(updated, inLibraries(updated, libraryIds, { shownBy: [before, after] }));
  }

  #publish(event: { readonly type: string }, audience: Audience): void {
    this.#send({ stream: 'entity', name: event.type }, event, audience);
  }

  #send(to: Pick<EventRecord, 'stream' | 'name'>, data: object, audience: Audience): void {
    const record: EventRecord = { ...to, json: JSON.stringify(data), ...audience };
    if (isOfCatalog(record)) this.#changes.call(record);
    this.#transport.publish(record);
  }

  /** What was missed is unknown. */
  #reset(upTo = this.#latest): void {
    this.#latest = upTo;
    this.#changes.call(UNKNOWN);
    for (const stream of STREAMS) {
      const { log, listeners } = this.#streams[stream];
      log.forgetUpTo(this.#latest);
      listeners.call(resetFrame(log.idAt(this.#latest), stream));
    }
  }

  #deliver(number: number, record: EventRecord, isOwn: boolean): void {
    this.#latest = number;
    if (!isOwn && isOfCatalog(record)) this.#changes.call(record);
    const { log, listeners } = this.#streams[record.stream];
    listeners.call(log.append(number, record));
  }
}

/** Delivers to this process, which is the only one. */
function connectHere({ record }: Delivery): EventTransport {
  let count = 0;
  return {
    publish: (published) => {
      count += 1;
      record(count, published, true);
    },
    tell: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/**
 * Makes the bus of a process.
 * @param options where several processes share the data; for one alone, a text that differs between its starts
 */
export function createEventBus(options: string | EventBusOptions): EventBus {
  return new Bus(typeof options === 'string' ? { epoch: options, connect: connectHere } : options);
}
