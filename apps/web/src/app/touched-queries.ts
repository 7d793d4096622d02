import type {
  CollectionEvent,
  DuplicatesEvent,
  EntityEvent,
  EntityEventName,
  HealthUpdatedEvent,
  PersonalEvent,
  ReadListEvent,
  ReleaseAnnouncedEvent,
  ReleaseSourcePolledEvent,
} from '@lectern/contract';
import type { QueryKey } from '@tanstack/react-query';

type Scope = Readonly<Record<string, unknown>>;
type Rule = (event: EntityEvent, scope: Scope) => boolean;

const isBook: Rule = ({ type }) => type.startsWith('book_');
const isSeries: Rule = ({ type }) => type.startsWith('series_');
const comesOrGoes: Rule = ({ type }) => /^(book|series)_(created|deleted)$/.test(type);
const isCover =
  (of: 'book' | 'series'): Rule =>
  (event) =>
    event.type === 'cover_updated' && event.entity_type === of;

const inLibrary: Rule = (event, { libraryId }) => libraryId === undefined || event.library_id === libraryId;
const ofSeries: Rule = (event, { seriesId }) => 'series_id' in event && event.series_id === seriesId;

const isThisBook: Rule = (event, { bookId }) => {
  if (event.type === 'cover_updated') return event.entity_id === bookId;
  return 'book_id' in event && event.book_id === bookId;
};

const anyBook: Rule = (event) => isBook(event, {}) || isCover('book')(event, {});
/** Releases depend on which books exist and on series metadata. */
const isBookOrSeries: Rule = (event) => comesOrGoes(event, {}) || event.type === 'series_updated';
const anySeries: Rule = (event) => isSeries(event, {}) || comesOrGoes(event, {}) || isCover('series')(event, {});

/** For each list or detail query, the events that make its cached answer stale. */
const RULES: Readonly<Record<string, Rule>> = {
  getBook: isThisBook,
  listBookPages: isThisBook,
  listBookCovers: isThisBook,
  getBookMetadata: isThisBook,
  getBookPlacement: isThisBook,
  getAdjacentBooks: (event) => isBook(event, {}),
  listSeriesBooks: (event, scope) => ofSeries(event, scope) || isCover('book')(event, scope),
  listBooks: (event, scope) => anyBook(event, scope) && inLibrary(event, scope),
  listPeople: isBookOrSeries,
  listPublishers: isBookOrSeries,
  listCharacters: isBookOrSeries,
  listTeams: isBookOrSeries,
  getCredited: isBookOrSeries,
  listAuthorShelves: (event, scope) => anyBook(event, scope) && inLibrary(event, scope),
  getSeriesOutline: ofSeries,
  getHome: (event, scope) => anyBook(event, scope) || anySeries(event, scope),
  listWantToRead: (event, scope) => anyBook(event, scope) || anySeries(event, scope),
  listReadLists: anyBook,
  getReadList: anyBook,
  getReadListProgress: anyBook,
  listReadListBooks: anyBook,
  listCollections: anySeries,
  getCollection: anySeries,
  listCollectionSeries: anySeries,
  listBinnedBooks: (event, scope) => isBook(event, scope) && inLibrary(event, scope),
  listBinnedSeries: (event, scope) => isBook(event, scope) && inLibrary(event, scope),
  listBooksWithErrors: (event) => isBook(event, {}),
  listRemovals: (event, scope) => isBook(event, scope) && inLibrary(event, scope),
  getSeries: (event, scope) => ofSeries(event, scope) || coverOfSeries(event, scope),
  getSeriesMetadata: ofSeries,
  listSeriesSharingTags: ofSeries,
  listMetadataActions: (event) => event.type === 'book_updated' || event.type === 'series_updated',
  listSeriesCovers: (event, scope) => coverOfSeries(event, scope) || isCover('book')(event, scope),
  listSeries: (event, scope) => anySeries(event, scope) && inLibrary(event, scope),
  listReleases: isBookOrSeries,
  getReleaseFacets: isBookOrSeries,
  getSeriesTracking: (event, scope) => isSeries(event, {}) && ofSeries(event, scope),
  listSeriesAliases: (event, scope) => isSeries(event, {}) && ofSeries(event, scope),
  getLibrary: (event, scope) => (isLibrary(event) || comesOrGoes(event, scope)) && inLibrary(event, scope),
  listLibraries: (event) => isLibrary(event) || comesOrGoes(event, {}),
};

function coverOfSeries(event: EntityEvent, { seriesId }: Scope): boolean {
  return event.type === 'cover_updated' && event.entity_id === seriesId;
}

function isLibrary(event: EntityEvent): boolean {
  return event.type.startsWith('library_');
}

/**
 * Whether an event makes the answer under a query key stale.
 * @param key route name, then the parameters of the request
 */
export function isTouched(event: EntityEvent, [name, scope]: QueryKey): boolean {
  const rule = RULES[String(name)];
  return rule !== undefined && rule(event, isScope(scope) ? scope : {});
}

function isScope(value: unknown): value is Scope {
  return typeof value === 'object' && value !== null;
}

const EVENT_NAMES: Readonly<Record<EntityEventName, true>> = {
  book_created: true,
  book_updated: true,
  book_deleted: true,
  series_created: true,
  series_updated: true,
  series_deleted: true,
  library_created: true,
  library_updated: true,
  library_deleted: true,
  cover_updated: true,
};

/** Every event of the entity stream. Derived from a local table: the list of the contract would bundle zod. */
export const entityEventNames = Object.keys(EVENT_NAMES);

export function isEntityEvent(value: unknown): value is EntityEvent {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('library_id' in value)) return false;
  return typeof value.type === 'string' && value.type in EVENT_NAMES && typeof value.library_id === 'string';
}

type TopicName = (
  | DuplicatesEvent
  | HealthUpdatedEvent
  | ReleaseAnnouncedEvent
  | ReleaseSourcePolledEvent
  | CollectionEvent
  | ReadListEvent
  | PersonalEvent
)['type'];

const COLLECTIONS = [
  ...['listCollections', 'getCollection', 'listCollectionSeries', 'listSeriesCollections', 'listCollectionCovers'],
];
const READ_LISTS = [
  ...['listReadLists', 'getReadList', 'listReadListBooks', 'getReadListProgress', 'listBookReadLists'],
  'listReadListCovers',
];
/** Queries that show progress; the open book itself is covered by `findProgressBook`. */
const PROGRESS = [
  ...['getHome', 'getBook', 'listBooks', 'getSeries', 'listSeries', 'listSeriesBooks', 'listWantToRead'],
  'listAuthorShelves',
  'getSeriesOutline',
  ...['listCollectionSeries', 'listReadListBooks', 'getReadListProgress'],
  ...['getReadingOverview', 'getReadingStats', 'listReadingSessions'],
];

/** For events about other things than books, series, libraries and covers: the queries they make stale. */
const TOPICS: Readonly<Record<TopicName, readonly string[]>> = {
  duplicates_updated: ['listDuplicates', 'listDuplicateSeries'],
  health_updated: ['listHealthFindings'],
  release_announced: ['listReleases', 'getReleaseFacets', 'getSeriesTracking'],
  release_source_polled: ['listReleaseSources', 'listReleases', 'getReleaseFacets'],
  collection_created: COLLECTIONS,
  collection_updated: COLLECTIONS,
  collection_deleted: COLLECTIONS,
  read_list_created: READ_LISTS,
  read_list_updated: READ_LISTS,
  read_list_deleted: READ_LISTS,
  progress_updated: PROGRESS,
  progress_deleted: PROGRESS,
  want_to_read_updated: ['listWantToRead', 'getHome', 'getBook', 'getSeries'],
  rating_updated: ['getRating', 'getSeries', 'listSeries'],
};

export const topicNames = Object.keys(TOPICS);

/** Queries to refetch for a topic event; empty for any other frame. */
export function listTopicQueries(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !('type' in value)) return [];
  const { type } = value;
  return isTopic(type) ? TOPICS[type] : [];
}

function isTopic(type: unknown): type is TopicName {
  return typeof type === 'string' && Object.hasOwn(TOPICS, type);
}

/** The book whose progress the user changed, on this or another device; undefined for every other event. */
export function findProgressBook(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('book_id' in value)) return undefined;
  const isPlace = value.type === 'progress_updated' || value.type === 'progress_deleted';
  return isPlace && typeof value.book_id === 'string' ? value.book_id : undefined;
}

/** Deduplicates events: same type, same target. */
export function eventKey(event: EntityEvent): string {
  return JSON.stringify({ ...event, timestamp: undefined });
}
