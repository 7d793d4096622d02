import type { Permission } from '@lectern/contract';
import type { SeriesMarks } from '#db/repos/rows/viewer-scope.ts';

/** The streams of the event bus. */
export type StreamName = 'entity' | 'task' | 'scan';

/** Each signed-in user: for events without catalog or personal data. */
interface Everyone {
  readonly kind: 'everyone';
}

/** Users who see the subject of the event. */
export interface LibraryAudience {
  readonly kind: 'libraries';
  /** A user who sees none of these libraries does not receive the event. Empty: only users who see everything do. */
  readonly libraryIds: readonly string[];
  /** Only users who see this library too. */
  readonly alsoIn?: string | undefined;
  /** Only users who do not see this library. */
  readonly notIn?: string | undefined;
  readonly userId?: string | undefined;
  /** Only users who see this series. */
  readonly seriesId?: string | undefined;
  /** Only users who see this book; set where the event names no series. */
  readonly bookId?: string | undefined;
  /** Only users who see a series with each of these marks … */
  readonly shownBy?: readonly SeriesMarks[] | undefined;
  /** … and do not see a series with these. */
  readonly hiddenBy?: SeriesMarks | undefined;
  /** Members of the list that the event is about: only users who see one of them. */
  readonly members?: readonly Shelved[] | undefined;
}

/** One user, whatever they see of the catalog. */
interface OneUser {
  readonly kind: 'user';
  readonly userId: string;
}

/** Users with a permission, and one further user. */
interface Permitted {
  readonly kind: 'permission';
  readonly permission: Permission;
  readonly userId?: string | undefined;
}

/** No client: the event of another process has an audience that this release does not know. Caches still receive it. */
interface Nobody {
  readonly kind: 'nobody';
}

/** Who receives an event. */
export type Audience = Everyone | LibraryAudience | OneUser | Permitted | Nobody;

/** A series, or that of a book, with its library. */
export interface Shelved extends SeriesMarks {
  readonly libraryId: string;
}

/** An event, as processes pass it on. */
export type EventRecord = Audience & {
  readonly stream: StreamName;
  readonly name: string;
  readonly json: string;
};

/** One frame of a stream: `event: name`, `id: id`, `data: json`. The log of a process is a stream outside of the bus. */
export type EventFrame = Audience & {
  readonly stream: StreamName | 'log';
  readonly name: string;
  readonly json: string;
  /** For `Last-Event-ID`: epoch and a growing number. */
  readonly id: string;
};

/** Passes events to every process that serves the same data, in one order for all. */
export interface EventTransport extends AsyncDisposable {
  readonly publish: (record: EventRecord) => void;
  /** For the caches of the other processes; clients never receive it. */
  readonly tell: (message: ProcessMessage) => void;
}

/** Messages between processes beside events. */
export type ProcessMessage =
  /** Account, password or sessions of this user changed. */
  | { readonly type: 'user_changed'; readonly userId: string }
  /** A setting changed. */
  | { readonly type: 'settings_changed' }
  /** A password was checked; `marks` are the keys it is counted under. */
  | { readonly type: 'sign_in'; readonly marks: readonly string[]; readonly failed: boolean };

/** Callbacks of a transport; each delivery comes once and in order. */
export interface Delivery {
  /** @param isOwn whether this process published it */
  readonly record: (number: number, record: EventRecord, isOwn: boolean) => void;
  readonly message: (message: ProcessMessage) => void;
  /**
   * Records were lost: cached state may be outdated.
   * @param upTo number of the last lost record, where known
   */
  readonly gap: (upTo?: number) => void;
}
