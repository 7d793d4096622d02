import { type Client, setupAdmin } from './client.ts';
import type { DatabaseKind } from './databases.ts';
import { type ForgedProvider, startForgedProvider } from './forged-provider.ts';
import { addProvider } from './sign-in-provider.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A server with two providers that make accounts: the names of them are `good` and `evil`. */
export interface ForgedWorld extends AsyncDisposable {
  readonly server: TestServer;
  readonly admin: Client;
  readonly good: ForgedProvider;
  readonly evil: ForgedProvider;
}

export async function openForgedWorld(kind: DatabaseKind): Promise<ForgedWorld> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind, { config: { 'auth.private_networks': 'loopback' } }));
  const [good, evil] = [opened.use(await startForgedProvider()), opened.use(await startForgedProvider())];
  const admin = await setupAdmin(server);
  await addProvider(admin, good, { name: 'good', createsAccounts: true });
  await addProvider(admin, evil, { name: 'evil', createsAccounts: true });
  const owned = opened.move();
  return { server, admin, good, evil, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}
