import { expect, test } from '@playwright/test';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { takeWholeJourney } from './_books/whole-journey.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { findFreePort, startServer } from './_harness/server.ts';

// The test browser does not install the authority; the tests of the server check what it signs.
test.use({ ignoreHTTPSErrors: true });

test('the web app works over https with HTTP/2 and the authority of the server', async ({ page }) => {
  await using shelf = await makeShelf();
  const redirectPort = String(await findFreePort());
  await using server = await startServer([], {
    LECTERN_SERVER_TLS_MODE: 'local',
    LECTERN_SERVER_TLS_REDIRECT_PORT: redirectPort,
  });
  const plain = `http://127.0.0.1:${redirectPort}`;

  await page.goto(`${plain}/certificate`);
  await expect(page.getByRole('heading', { name: 'Trust this Lectern' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'This page as a QR code' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('iPhone and iPad').click();
  await expect(page.getByText('Certificate Trust Settings')).toBeVisible();
  await expectNarrow(page);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the certificate' }).click();
  expect((await downloaded).suggestedFilename()).toBe('lectern.crt');
  await page.setViewportSize({ width: 1280, height: 800 });

  const complaints = watchComplaints(page);
  await page.goto(`${plain}/login`);
  await expect(page).toHaveURL(new RegExp(`^${server.url}/`));
  await takeWholeJourney(page, `${server.url}/`, shelf);
  const protocols = await page.evaluate(() => [
    ...new Set(
      performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    ),
  ]);
  expect(protocols).toContain('h2');
  expect(protocols).not.toContain('http/1.1');
  expect(complaints).toEqual([]);
});
