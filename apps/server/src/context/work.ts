import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import { readJwtSecret, secretsOf } from '#config/secrets.ts';
import { AppError } from '#core/errors.ts';
import { openSettings, type Settings } from '#core/settings/settings.ts';
import { openDatabase, type Database } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import { openEventBus } from '#events/relay.ts';
import { openPrivateFolder, type PrivateFolder } from '#files/data/private-folder.ts';
import { tellOfDead } from '#jobs/cluster.ts';
import { createQueue, type Queue } from '#jobs/queue.ts';
import { createLog, setLogLevel, type Log } from '#log/logger.ts';
import { createCounters, type Counters } from '#metrics/counters.ts';
import { createDocumentFetcher, type DocumentFetcher } from '#net/document-fetcher.ts';
import { VERSION } from './version.ts';

/** What the process works with: configuration, database, events, tasks and requests to other servers. */
export interface WorkContext {
  readonly version: string;
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly events: EventBus;
  /** What administrators can change while the server runs. */
  readonly settings: Settings;
  /** Background tasks. */
  readonly queue: Queue;
  /** Gets feeds from outside. */
  readonly feeds: DocumentFetcher;
  /** What the process has done so far. */
  readonly counters: Counters;
}

const DATABASE_FILE = 'lectern.db';

async function openConfiguredDatabase({ dataDir, database }: Config): ReturnType<typeof openDatabase> {
  const path = join(dataDir, DATABASE_FILE);
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

/**
 * Opens the data folder and the database, and brings that up to date.
 * @returns also the secret that tokens are signed with
 */
export async function openWork(
  opened: AsyncDisposableStack,
  config: Config,
): Promise<WorkContext & { readonly jwtSecret: string }> {
  const { jwtSecret, log } = await openDataFolder(opened, config);
  const { db, migrated } = await openConfiguredDatabase(config);
  opened.use(db);
  if (migrated.length > 0) log.server.info({ migrations: migrated }, 'database brought up to date');
  await tellOfDead(db);
  const events = opened.use(await openEventBus({ db, log: log.server }));
  const settings = opened.use(await openSettings({ db, events, config, log: log.server }));
  settings.watch('log.level', (level) => setLogLevel(log, level));
  const feeds = createDocumentFetcher({
    networks: config.releases.privateNetworks,
    userAgent: `Lectern/${VERSION}`,
  });
  const queue = createQueue(db, events);
  return { version: VERSION, config, log, db, events, settings, queue, feeds, counters: createCounters(), jwtSecret };
}
