import { expect, type Page, test } from '@playwright/test';
import { proxyPrograms } from '../../../fixtures/proxy-programs.ts';
import { type ProxyPath, startSmallProxy } from '../../../fixtures/small-proxy.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { takeWholeJourney } from './_books/whole-journey.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { readSetupCode, startServer } from './_harness/server.ts';

const PATH = '/books/lectern';
const TRUSTS = { LECTERN_SERVER_TRUSTED_PROXIES: 'loopback' };

const WAYS = [
  { name: 'that the proxy removes', path: PATH, removesPath: true, environment: { LECTERN_SERVER_BASE_PATH: PATH } },
  {
    ...{ name: 'that the proxy states', path: PATH, removesPath: true },
    ...{ headers: { 'x-forwarded-prefix': PATH }, environment: {} },
  },
];

interface Way extends ProxyPath {
  readonly environment: Readonly<Record<string, string>>;
}

/** A first visit, from the setup to a read book, on which nothing is asked for outside of the path. */
async function visit(page: Page, { environment, ...way }: Way, start: typeof startSmallProxy): Promise<void> {
  await using shelf = await makeShelf();
  await using server = await startServer([], { ...TRUSTS, ...environment });
  await using proxy = await start(server.url, way);
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === proxy.url && !pathname.startsWith(`${PATH}/`)) outside.push(pathname);
  });
  const complaints = watchComplaints(page);
  await takeWholeJourney(page, `${proxy.url}${PATH}/`, shelf, await readSetupCode(server));
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
}

for (const { name, ...way } of WAYS) {
  test(`the web app works below a path ${name}`, async ({ page }) => {
    await visit(page, way, startSmallProxy);
  });
  for (const proxy of proxyPrograms) {
    test(`the web app works below a path ${name}, behind ${proxy.name}`, async ({ page }) => {
      // Decision 17: `npm test` unpacks both where it can, and the test above proves the same on every machine.
      test.skip(!proxy.isFound, `${proxy.name} is not on this machine`);
      await visit(page, way, proxy.start);
    });
  }
}
