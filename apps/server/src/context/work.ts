import type { Config } from '#config/schema.ts';
import { readJwtSecret, listSecrets } from '#config/secrets.ts';
import { backUpBeforeMigration } from '#core/activities/backups/back-up-before-migration.ts';
import { findPlace } from '#core/activities/backups/find-place.ts';
import { createRestores, type Restores } from '#core/activities/backups/restores.ts';
import { AppError } from '#core/errors.ts';
import { openSettings, type Settings } from '#core/settings/settings.ts';
import { openDatabase, type Database } from '#db/open.ts';
import { isDamaged } from '#db/sql/database-errors.ts';
import type { EventBus } from '#events/bus.ts';
import { openEventBus } from '#events/relay.ts';
import { openPrivateFolder, type PrivateFolder } from '#files/data/private-folder.ts';
import { newProcessName, recordDeadProcesses } from '#jobs/cluster.ts';
import { createQueue, type Queue } from '#jobs/queue.ts';
import { LogRing } from '#log/log-ring.ts';
import { createLog, setLogLevel, type Log } from '#log/logger.ts';
import { createCounters, type Counters } from '#metrics/counters.ts';
import { createDocumentFetcher, type DocumentFetcher } from '#net/document-fetcher.ts';
import { createMessageSender, type MessageSender } from '#net/message-sender.ts';
import { checkDatabaseFile, matchServer, readKnownId, refuseEmptyDatabase } from './known-server.ts';
import { VERSION } from './version.ts';
import { watchDatabase } from './watch-database.ts';

/** Configuration, log, database, events, settings and tasks. */
export interface WorkContext {
  readonly version: string;
  readonly config: Config;
  readonly log: Log;
  /** The latest lines of the log. */
  readonly logRing: LogRing;
  readonly db: Database;
  readonly events: EventBus;
  readonly settings: Settings;
  readonly queue: Queue;
  /** Name of this process among those that serve the same database. */
  readonly processName: string;
  readonly restores: Restores;
  readonly feeds: DocumentFetcher;
  /** Sends to the public Internet. */
  readonly publicMessages: MessageSender;
  /** Sends also to the networks that the operator allows. */
  readonly adminMessages: MessageSender;
  readonly counters: Counters;
}

/** How a process starts. */
export interface StartOptions {
  /** A missing database is made, although the data folder was used with one. */
  readonly isNew: boolean;
}

async function openConfiguredDatabase(config: Config, isNew: boolean): ReturnType<typeof openDatabase> {
  const { location, dataDir } = findPlace(config);
  const place = location.kind === 'sqlite' ? location.path : `of database.url (${new URL(location.url).host})`;
  const known = isNew ? undefined : await readKnownId(dataDir);
  const onEmpty = (): void => {
    if (known !== undefined) throw refuseEmptyDatabase(dataDir, place);
  };
  try {
    const beforeChange = async (): Promise<void> => backUpBeforeMigration(config, VERSION);
    return await openDatabase(location, { onEmpty, beforeChange });
  } catch (error) {
    // Drivers set a code when the server refuses. An error without one is a bug.
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    if (isDamaged(error)) throw new AppError('ServiceUnavailable', describeDamage(place, dataDir), { cause: error });
    const reason = error.message === '' ? error.code : error.message;
    throw new AppError('ServiceUnavailable', `Cannot open the database ${place}: ${reason}`, { cause: error });
  }
}

function describeDamage(path: string, dataDir: string): string {
  return (
    `The database ${path} is damaged: it cannot be opened. Nothing has been changed. ` +
    `Keep a copy of ${dataDir}, then restore a backup. \`lectern doctor\` tells what is damaged`
  );
}

/** Warns when other users may read the data folder, and tightens nested permissions in the background. */
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

/** Opens the data folder and the migrated database. Also returns the secret that signs tokens. */
export async function openWork(
  opened: AsyncDisposableStack,
  config: Config,
  { isNew }: StartOptions,
): Promise<WorkContext & { readonly jwtSecret: string }> {
  const { location } = findPlace(config);
  if (location.kind === 'sqlite' && !isNew) await checkDatabaseFile(config.dataDir, location.path);
  const folder = await openPrivateFolder(config.dataDir, location.kind === 'sqlite');
  const jwtSecret = await readJwtSecret(config.dataDir, config.auth.jwtSecret);
  const logRing = new LogRing();
  const secrets = [...listSecrets(config), jwtSecret];
  const log = createLog(config.log, { secrets, onLine: (line) => logRing.push(line) });
  opened.use(keepPrivate(folder, log.server));
  const { db, migrated } = await openConfiguredDatabase(config, isNew);
  opened.use(db);
  await matchServer(db, config.dataDir, isNew);
  opened.use(watchDatabase(db, log.server));
  if (migrated.length > 0) log.server.info({ migrations: migrated }, 'database brought up to date');
  await recordDeadProcesses(db);
  const events = opened.use(await openEventBus({ db, log: log.server }));
  const settings = opened.use(await openSettings({ db, events, config, log: log.server }));
  settings.watch('log.level', (level) => setLogLevel(log, level));
  const networks = config.releases.privateNetworks;
  const userAgent = `Lectern/${VERSION}`;
  const feeds = createDocumentFetcher({ networks, userAgent });
  const publicMessages = createMessageSender({ networks: [], userAgent });
  const adminMessages = createMessageSender({ networks, userAgent });
  const queue = createQueue(db, events);
  const counters = createCounters();
  return {
    version: VERSION,
    config,
    log,
    logRing,
    db,
    events,
    settings,
    queue,
    processName: newProcessName(),
    restores: createRestores(),
    feeds,
    publicMessages,
    adminMessages,
    counters,
    jwtSecret,
  };
}
