import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { call } from '@lectern/contract/client';
import { test as base } from '@playwright/test';
import { type MailBox, startMailBox } from '../_harness/mail-box.ts';
import { startServer } from '../_harness/server.ts';
import { ACCOUNT } from './first-steps.ts';

/** A server that can send mail, with one admin and no other data. */
interface MailingServer {
  readonly url: string;
  readonly box: MailBox;
  /** Backdates every session by an hour. */
  readonly ageSessions: () => void;
  /** Authorisation of the admin. */
  readonly headers: { readonly authorization: string };
}

/** Longest wait for a write of the server. */
const LOCK_MS = 30_000;

/** A test with one such server per worker; the browser starts as a guest. */
export const test = base.extend<object, { mailing: MailingServer }>({
  mailing: [
    async ({}, use) => {
      await using box = await startMailBox();
      await using server = await startServer([], box.environment);
      const { url } = server;
      const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
      const ageSessions = (): void => {
        // The server may be writing.
        const database = new DatabaseSync(join(server.dataDir, 'lectern.db'), { timeout: LOCK_MS });
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
