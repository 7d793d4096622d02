/** One of everything that a library holds, as it is named in requests. */
export interface Subject {
  readonly libraryId: string;
  readonly seriesId: string;
  readonly bookId: string;
  /** A reflowable book. */
  readonly textId: string;
  readonly brokenId: string;
  readonly bookCoverId: string;
  readonly seriesCoverId: string;
  readonly taskId: string;
  readonly duplicateId: string;
  readonly duplicateSeriesId: string;
  readonly releaseId: string;
  readonly aliasId: string;
  /** A deed in the journal of metadata. */
  readonly actionId: string;
  readonly collectionId: string;
  readonly readListId: string;
  readonly collectionCoverId: string;
  readonly readListCoverId: string;
  /** A person, publisher, character and team of its books. */
  readonly credited: string;
  /** The library's folder. */
  readonly folder: string;
}

/** What a request says beside its route. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Sends a picture. */
  readonly sendsPicture?: boolean;
}

/**
 * How a route is asked for what is hidden.
 * - `about`: names something. Of what is hidden it says what it says of what is not there; of what can be seen, something else.
 * - `list`: names nothing. It says the same whether there is something hidden or not; who sees all hears of it.
 * - `stream`: sends nothing about what is hidden.
 * - `apart`: says nothing of the catalog, for this reason.
 */
export type Probe =
  | { readonly about: (subject: Subject) => readonly Ask[]; readonly saysAlike?: string }
  | { readonly list: readonly Ask[]; readonly showsNothing?: string }
  | { readonly stream: true }
  | { readonly apart: string };
