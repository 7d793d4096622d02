import type {
  CollectionEvent,
  DuplicatesEvent,
  HealthUpdatedEvent,
  PersonalEvent,
  ReadListEvent,
  ReleaseAnnouncedEvent,
  ReleaseSourcePolledEvent,
  ScanProgressEvent,
  TaskProgressEvent,
} from '@lectern/contract';
import { inLibraries, isOfCatalog } from './audiences.ts';
import { createFrameLog } from './frame-log.ts';
import type {
  Audience,
  Delivery,
  EventFrame,
  EventRecord,
  EventTransport,
  ProcessMessage,
  Shelved,
  StreamName,
} from './frames.ts';
import type { LibraryMove, SharingChange, CatalogEvent } from './visibility-changes.ts';

/** A client's subscription to a stream; disposing ends it. */
export interface EventSubscription extends Disposable {
  /** Id behind the last frame that was passed on: a client that returns with it misses nothing. */
  readonly lastId: () => string;
}

const UNKNOWN: EventRecord = { stream: 'entity', name: 'unknown', json: '{}', kind: 'everyone' };

const STREAMS = ['entity', 'task', 'scan'] as const;

const LOG_LENGTH = 1_000;

/** How a bus numbers and transports its events. */
export interface EventBusOptions {
  /** Differs wherever the numbers begin again; part of each id. */
  readonly epoch: string;
  /** Number of the last earlier event; earlier events are replayed only when they are delivered again. */
  readonly after?: number;
  readonly connect: (delivery: Delivery) => EventTransport;
}

/** A set of listeners. */
class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  /** Disposing removes it. */
  add(listen: (value: Value) => void): Disposable {
    // The set tells registrations apart, also when the same function is added twice.
    const own = (value: Value): void => listen(value);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  call(value: Value): void {
    for (const listen of this.#listeners) listen(value);
  }
}

function newStream(epoch: string) {
  return { log: createFrameLog(epoch, LOG_LENGTH), listeners: new Listeners<EventFrame>() };
}

function resetFrame(id: string, stream: StreamName): EventFrame {
  const json = JSON.stringify({ type: 'stream_reset', timestamp: new Date().toISOString() });
  return { id, stream, name: 'stream_reset', json, kind: 'everyone' };
}

/** Sends events to clients and to caches, after the transaction that caused them. */
export class EventBus implements AsyncDisposable {
  readonly #streams: Readonly<Record<StreamName, ReturnType<typeof newStream>>>;
  readonly #changes = new Listeners<EventRecord>();
  readonly #told = new Listeners<ProcessMessage>();
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

  emit(told: CatalogEvent): void {
    if (told.type === 'moved') this.#emitMove(told);
    else if (told.type === 'shared') this.#emitSharing(told);
    else this.#publish(told, inLibraries(told, [told.library_id]));
  }

  /** @param libraryIds of the books or series concerned; empty when they are no longer known */
  emitDuplicates(libraryIds: readonly string[]): void {
    const event: DuplicatesEvent = { type: 'duplicates_updated', timestamp: new Date().toISOString() };
    this.#publish(event, inLibraries(event, libraryIds));
  }

  /** Findings about the health of the server changed. */
  emitHealth(): void {
    const event: HealthUpdatedEvent = { type: 'health_updated', timestamp: new Date().toISOString() };
    this.#publish(event, { kind: 'permission', permission: 'SystemAdmin' });
  }

  /** @param libraryId of the series; undefined for an event of a source, which only users who may see sources receive */
  emitRelease(event: ReleaseAnnouncedEvent | ReleaseSourcePolledEvent, libraryId: string | undefined): void {
    const ofSources = { kind: 'permission', permission: 'SystemAdmin' } as const;
    this.#publish(event, libraryId === undefined ? ofSources : inLibraries(event, [libraryId]));
  }

  /** @param members of the list; null where every user may see it */
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

  /** @param audience users who see the task in lists */
  emitTask(event: TaskProgressEvent, audience: Audience): void {
    this.#send({ stream: 'task', name: 'task_progress' }, event, audience);
  }

  emitScan(event: ScanProgressEvent): void {
    this.#send({ stream: 'scan', name: 'scan_progress' }, event, inLibraries(event, [event.library_id]));
  }

  /** Sends a message to the caches of all other processes. */
  tell(message: ProcessMessage): void {
    this.#transport.tell(message);
  }

  /** Calls `listen` for each message of another process. */
  onTold(listen: (message: ProcessMessage) => void): Disposable {
    return this.#told.add(listen);
  }

  /**
   * Calls `listen` for each change of the catalog, before any client receives it; at once for changes of this process. The name
   * is `unknown` when changes of another process were missed.
   */
  onChange(listen: (change: EventRecord) => void): Disposable {
    return this.#changes.add(listen);
  }

  /** Id behind the last event of any stream. A client that reads now and subscribes from this id misses nothing. */
  lastId(): string {
    return this.#streams.entity.log.idAt(this.#latest);
  }

  /**
   * Passes every later frame to `listen`; with `lastEventId` the frames since then first, or one named `stream_reset` when they
   * are not known.
   */
  subscribe(name: StreamName, listen: (frame: EventFrame) => void, lastEventId?: string): EventSubscription {
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

  /** Some events were missed, and it is unknown which. */
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

/** The transport of a single process. */
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
 * @param options for several processes that share the data; for a single one its epoch
 */
export function createEventBus(options: string | EventBusOptions): EventBus {
  return new EventBus(typeof options === 'string' ? { epoch: options, connect: connectHere } : options);
}
