import { call } from '@lectern/contract/client';
import { test as base } from '@playwright/test';
import { changeDatabase } from '../_harness/change-database.ts';
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

/** A test with one such server per worker; the browser starts as a guest. */
export const test = base.extend<object, { mailing: MailingServer }>({
  mailing: [
    async ({}, use) => {
      await using box = await startMailBox();
      await using server = await startServer([], box.environment);
      const { url } = server;
      const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
      const ageSessions = (): void =>
        changeDatabase(server, 'update "session" set "createdAt" = "createdAt" - 3600000');
      await use({ url, box, ageSessions, headers: { authorization: `Bearer ${token}` } });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ mailing }, use) => use(mailing.url),
});

export { expect } from '@playwright/test';
