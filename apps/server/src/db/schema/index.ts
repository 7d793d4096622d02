import type { ApiKeyTable, DeviceTable } from './api-key.ts';
import type { BookErrorTable, BookMetadataTable, BookReadingTable, BookTable } from './book.ts';
import type { CoverTable } from './cover.ts';
import type {
  DuplicateGroupTable,
  DuplicateMarkTable,
  DuplicateSeriesGroupTable,
  DuplicateSeriesMemberTable,
} from './duplicate.ts';
import type { EventLogTable } from './event-log.ts';
import type { CatalogExportTable } from './catalog-export.ts';
import type { FilterPresetTable, PreferenceTable, SettingHistoryTable, SettingTable } from './setting.ts';
import type {
  KoreaderPlaceTable,
  ReadCompletionTable,
  ReadingSessionTable,
  ReadProgressTable,
  SeriesRatingTable,
  WantToReadTable,
} from './reading.ts';
import type { LibraryTable } from './library.ts';
import type {
  AlternateTitleTable,
  ExternalIdTable,
  ExternalLinkTable,
  ExternalRatingTable,
  MetadataActionTable,
  MetadataChangeTable,
  MetadataTargetTable,
  MetadataTermChangeTable,
  MetadataTermLinkTable,
  MetadataWorkTable,
  TermAliasTable,
} from './metadata.ts';
import type {
  ReleaseAliasTable,
  ReleaseCandidateTable,
  ReleaseEntryTable,
  ReleaseMarkTable,
  ReleaseSourceTable,
  ReleaseTrackingTable,
} from './release.ts';
import type {
  LibraryScheduleTable,
  LibraryWatchTable,
  ServerProcessTable,
  ServerStateTable,
  TaskTable,
} from './task.ts';
import type { SearchCreditTable, SearchDocTable, SearchMarkTable, SearchNameTable, SearchWordTable } from './search.ts';
import type { SeriesSidecarTable, SeriesTable } from './series.ts';
import type {
  CollectionSeriesTable,
  CollectionTable,
  ReadListBookTable,
  ReadListTable,
  SeriesMoveTable,
  ListCoverTable,
} from './shared-list.ts';
import type { SeriesSharingTagTable, SharingTagTable, UserSharingTagTable } from './sharing.ts';
import type { BookGenreTable, BookTagTable, SeriesGenreTable, SeriesTagTable, TermTable } from './term.ts';
import type { MailTokenTable, SessionTable, UserLibraryTable, UserTable } from './user.ts';

/** Every table. Names are the same on both databases; times are epoch milliseconds, booleans 0 or 1, JSON is text. */
export interface Schema {
  user: UserTable;
  session: SessionTable;
  userLibrary: UserLibraryTable;
  mailToken: MailTokenTable;
  apiKey: ApiKeyTable;
  device: DeviceTable;
  setting: SettingTable;
  settingHistory: SettingHistoryTable;
  preference: PreferenceTable;
  library: LibraryTable;
  series: SeriesTable;
  seriesSidecar: SeriesSidecarTable;
  book: BookTable;
  bookReading: BookReadingTable;
  bookMetadata: BookMetadataTable;
  bookError: BookErrorTable;
  koreaderPlace: KoreaderPlaceTable;
  genre: TermTable;
  bookGenre: BookGenreTable;
  seriesGenre: SeriesGenreTable;
  tag: TermTable;
  bookTag: BookTagTable;
  seriesTag: SeriesTagTable;
  genreAlias: TermAliasTable;
  tagAlias: TermAliasTable;
  externalId: ExternalIdTable;
  externalLink: ExternalLinkTable;
  externalRating: ExternalRatingTable;
  alternateTitle: AlternateTitleTable;
  metadataAction: MetadataActionTable;
  metadataChange: MetadataChangeTable;
  metadataWork: MetadataWorkTable;
  metadataTarget: MetadataTargetTable;
  metadataTermChange: MetadataTermChangeTable;
  metadataTermLink: MetadataTermLinkTable;
  filterPreset: FilterPresetTable;
  catalogExport: CatalogExportTable;
  searchMark: SearchMarkTable;
  searchDoc: SearchDocTable;
  searchName: SearchNameTable;
  searchCredit: SearchCreditTable;
  searchWord: SearchWordTable;
  cover: CoverTable;
  readProgress: ReadProgressTable;
  readCompletion: ReadCompletionTable;
  readingSession: ReadingSessionTable;
  wantToRead: WantToReadTable;
  seriesRating: SeriesRatingTable;
  collection: CollectionTable;
  collectionSeries: CollectionSeriesTable;
  readList: ReadListTable;
  readListBook: ReadListBookTable;
  listCover: ListCoverTable;
  seriesMove: SeriesMoveTable;
  sharingTag: SharingTagTable;
  seriesSharingTag: SeriesSharingTagTable;
  userSharingTag: UserSharingTagTable;
  task: TaskTable;
  eventLog: EventLogTable;
  duplicateGroup: DuplicateGroupTable;
  duplicateMark: DuplicateMarkTable;
  duplicateSeriesGroup: DuplicateSeriesGroupTable;
  duplicateSeriesMember: DuplicateSeriesMemberTable;
  releaseSource: ReleaseSourceTable;
  releaseEntry: ReleaseEntryTable;
  releaseCandidate: ReleaseCandidateTable;
  releaseTracking: ReleaseTrackingTable;
  releaseAlias: ReleaseAliasTable;
  releaseMark: ReleaseMarkTable;
  serverState: ServerStateTable;
  serverProcess: ServerProcessTable;
  librarySchedule: LibraryScheduleTable;
  libraryWatch: LibraryWatchTable;
}

export type * from './api-key.ts';
export type * from './book.ts';
export type * from './catalog-export.ts';
export type * from './cover.ts';
export type * from './duplicate.ts';
export type * from './event-log.ts';
export type * from './library.ts';
export type * from './metadata.ts';
export type * from './reading.ts';
export type * from './release.ts';
export type * from './series.ts';
export type * from './setting.ts';
export type * from './shared-list.ts';
export type * from './sharing.ts';
export type * from './task.ts';
export type * from './term.ts';
export type * from './user.ts';
