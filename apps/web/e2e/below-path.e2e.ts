import { expect, test } from '@playwright/test';
import { startSmallProxy } from '../../../fixtures/small-proxy.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { takeWholeJourney } from './_books/whole-journey.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { startServer } from './_harness/server.ts';

const PATH = '/books/lectern';
const TRUSTS = { LECTERN_SERVER_TRUSTED_PROXIES: 'loopback' };

const WAYS = [
  { name: 'that the proxy removes', removesPath: true, environment: { LECTERN_SERVER_BASE_PATH: PATH } },
  { name: 'that the proxy states', removesPath: true, headers: { 'x-forwarded-prefix': PATH }, environment: {} },
];

for (const { name, environment, ...way } of WAYS) {
  test(`the web app works below a path ${name}`, async ({ page }) => {
    await using shelf = await makeShelf();
    await using server = await startServer([], { ...TRUSTS, ...environment });
    await using proxy = await startSmallProxy(server.url, { path: PATH, ...way });
    const outside: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === proxy.url && !pathname.startsWith(`${PATH}/`)) outside.push(pathname);
    });
    const complaints = watchComplaints(page);
    await takeWholeJourney(page, `${proxy.url}${PATH}/`, shelf, /^Setup code: (\S+)/m.exec(server.output())?.[1]);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
