import { call } from '@lectern/contract/client';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { expect, test } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

onBoth(test, () => {
  test("an admin sees charts of the server, their data tables and the server's details", async ({ page, library }) => {
    const complaints = watchComplaints(page);
    await page.goto('/admin/metrics');
    const requests = page.getByRole('figure', { name: 'Requests' });
    // the first step ends a few seconds after the server start
    await expect(requests.getByRole('img')).toHaveAccessibleName(/^Requests: All: now .+, highest/);
    await expect(page.getByRole('region', { name: 'Requests by route' })).toContainText('GET');
    await expect(page.getByRole('region', { name: 'Tasks by type' })).toContainText('Scans');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await requests.getByText('Show as table').click();
    const table = requests.getByRole('table', { name: 'Requests, newest first' });
    await expect(table.getByRole('columnheader')).toHaveText(['Time', 'All', 'Refused', 'Failed']);
    await expect(table.getByRole('rowheader').first()).toHaveText(/^\d\d:\d\d:\d\d$/);
    await page.getByRole('radio', { name: 'Last 24 hours' }).check();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'About' }).click();
    await expect(page.getByText(/^SQLite \d/)).toBeVisible();
    // other tests of this server add books, and the server caches counts for a minute
    await expect(async () => {
      const { inventory } = await call(library.url, 'getSystemInfo', { headers: library.headers });
      expect(inventory.bookCount).toBeGreaterThan(0);
      await expect(page.getByText(`${String(inventory.bookCount)} books`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    expect(complaints).toEqual([]);
  });
});
