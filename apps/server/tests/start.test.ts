import { describe, expect, it } from 'vitest';
import { createClient, refusalOf, setupAdmin, signIn } from './_harness/client.ts';
import { databases } from './_harness/databases.ts';
import { openHome } from './_harness/home.ts';
import { startServer } from './_harness/start-server.ts';

describe.each(databases)('a server on %s', (kind) => {
  it('answers on the port it was given', async () => {
    await using server = await startServer(kind);
    expect(await createClient(server).call('getHealth', {})).toMatchObject({ status: 'ok' });
  });

  it('makes its tables at its first start, and knows its users again after the next', async () => {
    await using home = await openHome(kind, { untouched: true });
    {
      await using server = await startServer(kind, { home });
      await setupAdmin(server);
    }
    await using server = await startServer(kind, { home });
    const admin = await signIn(server);
    expect(await admin.call('getCurrentUser', {})).toMatchObject({ username: 'admin', role: 'admin' });
  });

  it('shares nothing with the next one', async () => {
    await using one = await startServer(kind);
    await setupAdmin(one);
    await using other = await startServer(kind);
    expect((await refusalOf(signIn(other))).status).toBe(401);
  });
});
