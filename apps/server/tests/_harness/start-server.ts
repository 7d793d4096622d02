import { type Context, openServer, readConfig } from '#index.ts';
import { keepSpareThreads } from '#files/threads/spare-threads.ts';
import { type DatabaseKind } from './databases.ts';
import { type Home, openHome } from './home.ts';

/** A real server in this process, listening on a free port. Disposing stops it, and deletes a home of its own. */
export interface TestServer extends AsyncDisposable {
  /** Address without trailing slash. */
  readonly url: string;
  readonly context: Context;
  readonly dataDir: string;
  /** Resolves when no background task runs or is ready to run. */
  readonly idle: () => Promise<void>;
}

/** What a test may say about its server. */
export interface ServerOptions {
  /** Continue on data that another server left; the caller disposes it. */
  readonly home?: Home;
  /** Configuration by key, as on the command line: `{ 'api.enable_api_docs': 'true' }`. */
  readonly config?: Readonly<Record<string, string>>;
}

/** Tests ask more than people do; what is limited is limited all the same, at more than any test asks. */
const NO_LIMITS = {
  'rate_limit.anonymous_rps': '1000000',
  'rate_limit.anonymous_burst': '1000000',
  'rate_limit.authenticated_rps': '1000000',
  'rate_limit.authenticated_burst': '1000000',
};

// Threads that read books go from server to server: starting one takes longer than starting a server.
keepSpareThreads(4);

/** Starts a server on a database of this kind, empty unless a home is given. */
export async function startServer(kind: DatabaseKind, options: ServerOptions = {}): Promise<TestServer> {
  await using opened = new AsyncDisposableStack();
  const home = options.home ?? opened.use(await openHome(kind));
  const config = readConfig({
    flags: {
      data_dir: home.dataDir,
      'server.port': '0',
      'log.level': 'silent',
      // Files change under most tests, which scan when they are ready.
      'scanner.watch': 'false',
      ...NO_LIMITS,
      ...(home.databaseUrl === undefined ? {} : { 'database.url': home.databaseUrl }),
      ...options.config,
    },
  });
  const server = opened.use(await openServer(config));
  const owned = opened.move();
  return {
    url: server.url,
    context: server.context,
    dataDir: home.dataDir,
    idle: async () => server.tasks.idle(),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}
