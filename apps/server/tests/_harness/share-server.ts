import { afterAll, beforeAll } from 'vitest';
import { type Client, setupAdmin } from './client.ts';
import type { DatabaseKind } from './databases.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A server that is set up, and its administrator. */
export interface SharedServer {
  readonly server: TestServer;
  readonly admin: Client;
}

/**
 * Starts one server for all tests of the block that calls this, which bear what the others leave.
 * @param fill makes what the tests read; what it returns is disposed after them
 */
export function shareServer(kind: DatabaseKind, fill: (admin: Client) => Promise<Disposable>): () => SharedServer {
  const opened = new AsyncDisposableStack();
  let shared: SharedServer | undefined;
  beforeAll(async () => {
    const server = opened.use(await startServer(kind));
    const admin = await setupAdmin(server);
    opened.use(await fill(admin));
    shared = { server, admin };
  });
  afterAll(async () => opened.disposeAsync());
  return () => {
    if (shared === undefined) throw new Error('The server is there for tests and hooks only');
    return shared;
  };
}
