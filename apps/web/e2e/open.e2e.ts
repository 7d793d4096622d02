import { expectAccessible, watchComplaints } from './_harness/check-page.ts';
import { expect, test } from './_harness/test.ts';

test.describe('a server nobody has set up', () => {
  test('asks for a name and a password, whatever address was opened', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/setup/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/book/0199-not-there');
    await expect(page).toHaveURL(/\/setup/);
  });

  test('opens without a complaint, and for everybody', async ({ page }) => {
    const complaints = watchComplaints(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`can be read in ${colorScheme} colours`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/setup');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }
});
