import type { Permission } from '@lectern/contract';

/** The three streams of section 6. */
export type StreamName = 'entity' | 'task' | 'scan';

/** Each signed-in user: for events without catalog or personal data. */
interface Everyone {
  readonly kind: 'everyone';
}

/** Those who see what it is about. */
export interface LibraryAudience {
  readonly kind: 'libraries';
  /** The libraries it is about: who may see none of them does not hear of it. Of none: only those who see everything do. */
  readonly libraryIds: readonly string[];
  /** Set when only those hear of it who may see this library too. */
  readonly alsoIn?: string | undefined;
  /** Set when only those hear of it who may not see this library. */
  readonly notIn?: string | undefined;
  /** Set when only this user hears of it. */
  readonly userId?: string | undefined;
  /** The series it is about: who may not see it does not hear of it. */
  readonly seriesId?: string | undefined;
  /** The book it is about, where its series is not said. */
  readonly bookId?: string | undefined;
  /** Where given, only those hear of it who see a series with each of these sets of sharing tags … */
  readonly shownBy?: readonly (readonly string[])[] | undefined;
  /** … and do not see one with these. */
  readonly hiddenBy?: readonly string[] | undefined;
  /** What is in the list that it is about: who sees none of that does not hear of it. */
  readonly members?: readonly Shelved[] | undefined;
}

/** One user, whatever they see of the catalog. */
interface OneUser {
  readonly kind: 'user';
  readonly userId: string;
}

/** Those who have a permission, and one user besides, where one is named. */
interface Permitted {
  readonly kind: 'permission';
  readonly permission: Permission;
  readonly userId?: string | undefined;
}

/** What another process told of which this one cannot say whom it is for: caches hear of it, clients never do. */
interface Nobody {
  readonly kind: 'nobody';
}

/** Who hears of something. There is none that is meant where nothing is said. */
export type Audience = Everyone | LibraryAudience | OneUser | Permitted | Nobody;

/** Something of a library that bears sharing tags, by their ids. */
export interface Shelved {
  readonly libraryId: string;
  readonly tagIds: readonly string[];
}

/** Something that happened, as every process passes it on. */
export type EventRecord = Audience & {
  readonly stream: StreamName;
  readonly name: string;
  /** Made once for all listeners. */
  readonly json: string;
};

/** One frame as it goes out: `event: name`, `id: id`, `data: json`. */
export type EventFrame = EventRecord & {
  /** `Last-Event-ID` refers to it: the log it belongs to, and a number that grows. */
  readonly id: string;
};

/** Hands what one process tells to every process that serves the same data, in one order for all. */
export interface EventTransport extends AsyncDisposable {
  readonly publish: (record: EventRecord) => void;
  /** A word for the caches of the other processes; never shown to clients. */
  readonly tell: (message: ProcessMessage) => void;
}

/** What processes tell each other beside events. */
export type ProcessMessage =
  /** Account, password or sessions of this user are others than before. */
  | { readonly type: 'user_changed'; readonly userId: string }
  /** A setting is another than before. */
  | { readonly type: 'settings_changed' }
  /** A password was checked; the marks stand for what it counts against. */
  | { readonly type: 'sign_in'; readonly marks: readonly string[]; readonly failed: boolean };

/** What a transport delivers, each once and in order. */
export interface Delivery {
  /** @param isOwn whether this process published it */
  readonly record: (number: number, record: EventRecord, isOwn: boolean) => void;
  readonly message: (message: ProcessMessage) => void;
  /**
   * Some records will never come: what is known from records before may be out of date.
   * @param upTo number of the place behind them, where it is known
   */
  readonly gap: (upTo?: number) => void;
}
