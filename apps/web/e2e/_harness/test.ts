import { test as base } from '@playwright/test';
import { type RunningServer, startServer } from './server.ts';

interface TestFixtures {
  /** A server without setup, used by this test only; its pages open there. */
  readonly freshServer: RunningServer;
}

/** Playwright's `test` with a real server behind the page. */
export const test = base.extend<TestFixtures>({
  freshServer: async ({ browserName }, use, info) => {
    const server = await startServer();
    await use(server);
    if (info.status !== info.expectedStatus) {
      await info.attach(`server-${browserName}.log`, { body: server.output(), contentType: 'text/plain' });
    }
    await server[Symbol.asyncDispose]();
  },
  baseURL: async ({ freshServer }, use) => use(freshServer.url),
});

export { expect } from '@playwright/test';
