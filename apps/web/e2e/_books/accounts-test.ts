import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { call } from '@lectern/contract/client';
import { test as base } from '@playwright/test';
import { type MailBox, startMailBox } from '../_harness/mail-box.ts';
import { startServer } from '../_harness/server.ts';
import { ACCOUNT } from './first-steps.ts';

/** A server that sends mail, with an administrator and nothing else. */
interface MailingServer {
  readonly url: string;
  readonly box: MailBox;
  /** Makes every session look as if it had begun an hour ago. */
  readonly ageSessions: () => void;
  /** For calls as the administrator. */
  readonly headers: { readonly authorization: string };
}

/** Playwright's `test` with one such server for all tests of a worker; nobody is signed in. */
export const test = base.extend<object, { mailing: MailingServer }>({
  mailing: [
    async ({}, use) => {
      await using box = await startMailBox();
      await using server = await startServer([], box.environment);
      const { url } = server;
      const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
      const ageSessions = (): void => {
        const database = new DatabaseSync(join(server.dataDir, 'lectern.db'));
        database.exec('update "session" set "createdAt" = "createdAt" - 3600000');
        database.close();
      };
      await use({ url, box, ageSessions, headers: { authorization: `Bearer ${token}` } });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ mailing }, use) => use(mailing.url),
});

export { expect } from '@playwright/test';
