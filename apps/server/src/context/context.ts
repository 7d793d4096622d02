import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import { readJwtSecret, secretsOf } from '#config/secrets.ts';
import { createBookAnalyzer } from '#core/activities/analyze/book-analyzer.ts';
import type { BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import { createFilteredLists, type FilteredLists } from '#core/catalog/browse/filtered-lists.ts';
import { createListCache, type ListCache } from '#core/catalog/browse/list-cache.ts';
import { createClauseCache, type ClauseCache } from '#core/catalog/search/clause-cache.ts';
import { createInventoryCounter, type InventoryCounter } from '#core/activities/metrics/count-inventory.ts';
import { type History, startHistory } from '#core/activities/metrics/metrics-history.ts';
import { type BookFiles, createBookFiles } from '#core/catalog/pages/book-files.ts';
import { createReadingCache, type ReadingCache } from '#core/catalog/pages/reading-cache.ts';
import { createMailRequests, type MailRequests } from '#core/people/request-mail.ts';
import { AppError } from '#core/errors.ts';
import { createStreamProgress, type StreamProgress } from '#core/catalog/reading/stream-progress.ts';
import { createTextCache, type TextCache } from '#core/catalog/pages/text-cache.ts';
import { createDuplicateUpkeep, type DuplicateUpkeep } from '#core/activities/duplicates/duplicate-upkeep.ts';
import { createKnownKeys, type KnownKeys } from '#core/people/identify-by-key.ts';
import { startPlaceUpkeep } from '#core/catalog/reading/koreader-progress.ts';
import { startSearchUpkeep } from '#core/catalog/search/index-upkeep.ts';
import { createUseLog, type UseLog } from '#core/people/devices.ts';
import { openSettings, type Settings } from '#core/settings/settings.ts';
import { createRateLimiter, type RateLimiter } from '#core/people/rate-limiter.ts';
import { type Access, createAccess } from '#core/people/access.ts';
import { createRefusalLog } from '#core/people/login-throttle.ts';
import { type Database, openDatabase } from '#db/open.ts';
import { listLibraryFolders } from '#db/repos/catalog/libraries.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { openEventBus } from '#events/relay.ts';
import { type BookReaders, createBookReaders } from '#files/books/book-readers.ts';
import { openPrivateFolder, type PrivateFolder } from '#files/data/private-folder.ts';
import { createDerivedFiles, type DerivedFiles } from '#files/data/derived-files.ts';
import { type OpenArchives, openArchives } from '#files/books/open-archives.ts';
import { createExportFiles, type ExportFiles } from '#files/data/export-files.ts';
import { createPlaces, type Places } from '#files/opening/places.ts';
import { openOutgoingFiles, type OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { createSolidArchives, type SolidArchives } from '#files/books/solid-archives.ts';
import { readWebFiles, type WebFiles } from '#files/sending/web-files.ts';
import { createMailer, type Mailer } from '#mail/mailer.ts';
import { createDocumentFetcher, type DocumentFetcher } from '#net/document-fetcher.ts';
import { tellOfDead } from '#jobs/cluster.ts';
import { createQueue, type Queue } from '#jobs/queue.ts';
import { type Covers, createCovers } from '#images/covers.ts';
import { createCodingSlots } from '#images/coding-slots.ts';
import { createPageImages, type PageImages } from '#images/page-images.ts';
import { createPictureDecoder, type PictureDecoder } from '#images/picture-decoder.ts';
import { createLog, type Log, setLogLevel } from '#log/logger.ts';
import { type Counters, createCounters } from '#metrics/counters.ts';
import { VERSION } from './version.ts';

export type { WebFile, WebFiles } from '#files/sending/web-files.ts';

/** Where exports lie in the data folder. */
const EXPORTS = 'exports';
const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');

/** Everything that lives as long as the process. Functions ask for the parts they use, not for this. */
export interface Context extends AsyncDisposable {
  readonly version: string;
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly events: EventBus;
  readonly access: Access;
  /** What administrators can change while the server runs. */
  readonly settings: Settings;
  /** Sends mails, where that is configured. */
  readonly mailer: Mailer;
  /** Mails that strangers ask for. */
  readonly mailRequests: MailRequests;
  /** How much each client may still ask for. */
  readonly limiter: RateLimiter;
  /** API keys that were used lately. */
  readonly keys: KnownKeys;
  /** Which keys and devices are in use. */
  readonly uses: UseLog;
  /** Background tasks. */
  readonly queue: Queue;
  /** What is known about the catalog's lists. */
  readonly lists: ListCache;
  /** The filtered lists that a user pages through. */
  readonly filtered: FilteredLists;
  /** What parts of filters find. */
  readonly parts: ClauseCache;
  /** Keeps groups of duplicates in step with the catalog. */
  readonly duplicates: DuplicateUpkeep;
  /** Which files the books are that are read at the moment. */
  readonly bookFiles: BookFiles;
  /** Page lists of the books that were read lately. */
  readonly readings: ReadingCache;
  /** Chapters that were read lately. */
  readonly texts: TextCache;
  /** Pages that reader apps fetch, as far as they tell what is read. */
  readonly streamed: StreamProgress;
  /** Where files may lie that are opened. */
  readonly places: Places;
  /** Threads that read, unpack and render books. */
  readonly readers: BookReaders;
  /** Gets feeds from outside. */
  readonly feeds: DocumentFetcher;
  /** Book files that pages were lately read from. */
  readonly archives: OpenArchives;
  /** Book files that are being sent whole. */
  readonly outgoing: OutgoingFiles;
  /** Pages of solid RAR archives, unpacked once. */
  readonly solidArchives: SolidArchives;
  /** Pictures that can be made again, on disk. */
  readonly derived: DerivedFiles;
  readonly covers: Covers;
  /** Files that users have had made of the catalog. */
  readonly exportFiles: ExportFiles;
  readonly pageImages: PageImages;
  /** Opens books that wait for it. */
  readonly analyzer: BookAnalyzer;
  /** The built web app. */
  readonly web: WebFiles;
  /** What the process has done so far. */
  readonly counters: Counters;
  readonly inventory: InventoryCounter;
  /** What it did in the last day. */
  readonly history: History;
}

function createImages(
  { dataDir, images }: Config,
  decoder: PictureDecoder,
): Pick<Context, 'derived' | 'covers' | 'pageImages' | 'exportFiles'> {
  const derived = createDerivedFiles(join(dataDir, 'cache'), images.cacheMegabytes * 1_048_576);
  const slots = createCodingSlots();
  return {
    derived,
    covers: createCovers(join(dataDir, 'covers'), derived, slots, decoder),
    pageImages: createPageImages({ derived, slots, decoder }),
    exportFiles: createExportFiles(join(dataDir, EXPORTS)),
  };
}

async function openConfiguredDatabase({ dataDir, database }: Config): ReturnType<typeof openDatabase> {
  const path = join(dataDir, 'lectern.db');
  const { url, ...pool } = database;
  try {
    return await openDatabase(url === undefined ? { kind: 'sqlite', path } : { kind: 'postgres', url, ...pool });
  } catch (error) {
    // Drivers give what they were refused a code; anything else is a fault of ours.
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    const place = url === undefined ? path : `of database.url (${new URL(url).host})`;
    const reason = error.message === '' ? error.code : error.message;
    throw new AppError('ServiceUnavailable', `Cannot open the database ${place}: ${reason}`, { cause: error });
  }
}

interface AccessTools {
  readonly log: Log;
  readonly jwtSecret: string;
  readonly config: Config;
  readonly events: EventBus;
  readonly settings: Settings;
}

function openAccess(opened: AsyncDisposableStack, tools: AccessTools): Access {
  const { jwtSecret, config, events, settings, log } = tools;
  const access = createAccess({
    jwtSecret,
    sessionHours: config.auth.sessionHours,
    refreshDays: config.auth.refreshDays,
    requiresVerification: () => settings.get('auth.email_verification_required'),
    serverName: () => settings.get('application.name'),
    announce: (userId) => events.tell({ type: 'user_changed', userId }),
    tellSignIn: (news) => events.tell({ type: 'sign_in', ...news }),
    onRefused: createRefusalLog(log.users),
  });
  opened.use(
    events.onTold((message) => {
      if (message.type === 'user_changed') access.forgetUserHere(message.userId);
      if (message.type === 'sign_in') access.throttle.hear(message);
    }),
  );
  return access;
}

function createCheckedMailer(config: Config, log: Log): Mailer {
  const mailer = createMailer(config);
  if (config.mail.host !== undefined && mailer.problem !== undefined) {
    log.server.warn({ problem: mailer.problem }, 'mail is configured in part');
  }
  return mailer;
}

/** What sends mails, and the tasks by which it does. */
function openMails(
  opened: AsyncDisposableStack,
  { db, access, events, config, log }: Pick<Context, 'db' | 'access' | 'events' | 'config' | 'log'>,
): Pick<Context, 'mailer' | 'queue' | 'mailRequests'> {
  const mailer = createCheckedMailer(config, log);
  const queue = createQueue(db, events);
  const mailRequests = opened.use(createMailRequests({ db, access, queue, mailer, log: log.users }));
  return { mailer, queue, mailRequests };
}

interface FileTools {
  readonly db: Database;
  readonly events: EventBus;
}

/** After these another file may be one of a library; `unknown`: what other processes did was missed. */
const LIBRARY_CHANGES: ReadonlySet<string> = new Set([
  'library_created',
  'library_updated',
  'library_deleted',
  'unknown',
]);

/** Whatever reads book files. */
async function openFiles(opened: AsyncDisposableStack, { db, events }: FileTools, { dataDir, images }: Config) {
  const unpacked = join(dataDir, 'unpacked');
  const places = opened.use(
    await createPlaces({
      dataDir,
      own: [unpacked, join(dataDir, EXPORTS)],
      listLibraries: async () => listLibraryFolders(db.read),
      onChange: (forget) => events.onChange(({ name }) => (LIBRARY_CHANGES.has(name) ? forget() : undefined)),
    }),
  );
  const readers = opened.use(createBookReaders(places));
  const archives = opened.use(openArchives(places));
  const outgoing = opened.use(openOutgoingFiles(places));
  const options = { places, folder: unpacked, maxBytes: images.unpackedMegabytes * 1_048_576 };
  const solidArchives = opened.use(createSolidArchives({ ...options, readers, archives }));
  return { places, readers, archives, outgoing, solidArchives };
}

/** Tells who may read the data folder besides its owner, and goes on to close what lies deep in it. */
function keepPrivate({ problems, tightenInside }: PrivateFolder, log: Log['server']): AsyncDisposable {
  const stop = new AbortController();
  const warn = (found: readonly string[]): void => {
    if (found.length > 0) log.warn({ problems: found }, 'the data folder is open to others');
  };
  warn(problems);
  const work = tightenInside(stop.signal).then(warn);
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await work;
    },
  };
}

/** The data folder, and what is needed before anything else can be told. */
async function openDataFolder(opened: AsyncDisposableStack, config: Config) {
  const folder = await openPrivateFolder(config.dataDir, config.database.url === undefined);
  const jwtSecret = await readJwtSecret(config.dataDir, config.auth.jwtSecret);
  const log = createLog(config.log, { secrets: [...secretsOf(config), jwtSecret] });
  opened.use(keepPrivate(folder, log.server));
  return { jwtSecret, log };
}

/** Builds the context: opens the database and brings it up to date. The caller disposes it. */
export async function openContext(config: Config): Promise<Context> {
  await using opened = new AsyncDisposableStack();
  const { jwtSecret, log } = await openDataFolder(opened, config);
  const { db, migrated } = await openConfiguredDatabase(config);
  opened.use(db);
  if (migrated.length > 0) log.server.info({ migrations: migrated }, 'database brought up to date');
  await tellOfDead(db);
  const events = opened.use(await openEventBus({ db, log: log.server }));
  const settings = opened.use(await openSettings({ db, events, config, log: log.server }));
  settings.watch('log.level', (level) => setLogLevel(log, level));
  const access = openAccess(opened, { jwtSecret, config, events, settings, log });
  const keys = opened.use(createKnownKeys(access));
  const uses = opened.use(createUseLog({ db, log: log.users }));
  const files = await openFiles(opened, { db, events }, config);
  const lists = opened.use(createListCache(events));
  const duplicates = opened.use(createDuplicateUpkeep({ db, events, settings, log }));
  opened.use(startSearchUpkeep({ db, events, log }));
  const readings = createReadingCache();
  opened.use(startPlaceUpkeep({ db, readings, events, access, log }));
  const images = createImages(config, opened.use(createPictureDecoder()));
  const analyzer = createBookAnalyzer({ db, events, readers: files.readers, covers: images.covers, log });
  const mails = openMails(opened, { db, access, events, config, log });
  const web = readWebFiles(WEB_FOLDER);
  const tools = {
    config,
    log,
    db,
    events,
    access,
    settings,
    limiter: createRateLimiter(settings),
    ...mails,
    keys,
    uses,
    feeds: createDocumentFetcher({
      networks: config.releases.privateNetworks,
      userAgent: `Lectern/${VERSION}`,
    }),
    ...files,
    lists,
    filtered: createFilteredLists(db),
    parts: createClauseCache(db),
    duplicates,
    bookFiles: createBookFiles(db),
    readings,
    texts: createTextCache(),
    streamed: opened.use(createStreamProgress({ db, events }, log.users)),
    ...images,
    analyzer,
    web,
    counters: createCounters(),
    inventory: createInventoryCounter(db),
  };
  const history = opened.use(await startHistory(tools, log.server));
  const owned = opened.move();
  return { version: VERSION, ...tools, history, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}
