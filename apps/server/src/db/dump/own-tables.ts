import type { Schema } from '../schema/index.ts';

/** Whether a dump holds the rows of a table; those of a derived one are made again, or belong to running processes. */
const TABLES: Readonly<Record<keyof Schema, 'dumped' | 'derived'>> = {
  role: 'dumped',
  user: 'dumped',
  session: 'dumped',
  userLibrary: 'dumped',
  accountView: 'dumped',
  invitation: 'dumped',
  mailToken: 'dumped',
  authenticatorApp: 'dumped',
  passkey: 'dumped',
  recoveryCode: 'dumped',
  rememberedBrowser: 'dumped',
  // It lives for minutes.
  usedTicket: 'derived',
  signInProvider: 'dumped',
  userIdentity: 'dumped',
  spentToken: 'dumped',
  apiKey: 'dumped',
  device: 'dumped',
  auditEntry: 'dumped',
  setting: 'dumped',
  settingHistory: 'dumped',
  preference: 'dumped',
  library: 'dumped',
  series: 'dumped',
  seriesSidecar: 'dumped',
  book: 'dumped',
  bookReading: 'dumped',
  bookMetadata: 'dumped',
  bookError: 'dumped',
  koreaderPlace: 'dumped',
  genre: 'dumped',
  bookGenre: 'dumped',
  seriesGenre: 'dumped',
  tag: 'dumped',
  bookTag: 'dumped',
  seriesTag: 'dumped',
  genreAlias: 'dumped',
  tagAlias: 'dumped',
  externalId: 'dumped',
  externalLink: 'dumped',
  externalRating: 'dumped',
  alternateTitle: 'dumped',
  metadataAction: 'dumped',
  metadataChange: 'dumped',
  metadataWork: 'dumped',
  metadataTarget: 'dumped',
  metadataTermChange: 'dumped',
  metadataTermLink: 'dumped',
  filterPreset: 'dumped',
  catalogExport: 'dumped',
  searchMark: 'derived',
  searchDoc: 'derived',
  searchName: 'derived',
  searchCredit: 'derived',
  creditName: 'derived',
  creditCount: 'derived',
  searchWord: 'derived',
  cover: 'dumped',
  readProgress: 'dumped',
  readCompletion: 'dumped',
  readingSession: 'dumped',
  wantToRead: 'dumped',
  seriesRating: 'dumped',
  readingProfile: 'dumped',
  readingChoice: 'dumped',
  collection: 'dumped',
  collectionSeries: 'dumped',
  readList: 'dumped',
  readListBook: 'dumped',
  listCover: 'dumped',
  seriesMove: 'dumped',
  share: 'dumped',
  sharingTag: 'dumped',
  seriesSharingTag: 'dumped',
  userSharingTag: 'dumped',
  ageChange: 'dumped',
  accessGroup: 'dumped',
  accessGroupLibrary: 'dumped',
  accessGroupTag: 'dumped',
  accessGroupMember: 'dumped',
  accessGroupMapping: 'dumped',
  task: 'dumped',
  eventLog: 'derived',
  trashedFile: 'dumped',
  noticeTarget: 'dumped',
  noticeCause: 'dumped',
  noticeDelivery: 'dumped',
  seriesFollow: 'dumped',
  healthFinding: 'dumped',
  importItem: 'dumped',
  // Its bytes are in the folder of a library, which no dump holds.
  bookUpload: 'derived',
  duplicateGroup: 'dumped',
  duplicateMark: 'dumped',
  duplicateSeriesGroup: 'dumped',
  duplicateSeriesMember: 'dumped',
  releaseSource: 'dumped',
  releaseEntry: 'dumped',
  releaseCandidate: 'dumped',
  releaseTracking: 'dumped',
  releaseAlias: 'dumped',
  releaseMark: 'dumped',
  serverState: 'dumped',
  serverProcess: 'derived',
  librarySchedule: 'dumped',
  libraryWatch: 'dumped',
};

/** Tables that queries do not name: the migrator's, and the mark of an unfinished move. */
const BESIDE = new Set(['kysely_migration', 'kysely_migration_lock', 'unfinishedMove']);
/** Gram indexes of the search, with the tables that SQLite keeps for them. */
const GRAMS = /^search(?:Name)?Gram(?:_|$)/;

/** Names of the tables whose rows a dump holds. */
export function listDumpedNames(): string[] {
  return Object.keys(TABLES).filter(isDumped);
}

/** Whether a dump holds the rows of a table. */
export function isDumped(table: string): boolean {
  return Object.hasOwn(TABLES, table) && TABLES[table as keyof Schema] === 'dumped';
}

/** Whether Lectern made a table: a schema of PostgreSQL may have tables of other programs. */
export function isOwnTable(table: string): boolean {
  return Object.hasOwn(TABLES, table) || BESIDE.has(table) || GRAMS.test(table);
}
