import { readFile } from 'node:fs/promises';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { expect, test } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

onBoth(test, () => {
  test('a reader downloads a list of the library as a file', async ({ page }) => {
    const complaints = watchComplaints(page);
    await page.goto('/me');
    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByLabel('Content', { exact: true }).selectOption('Books');
    await page.getByText('Fields', { exact: true }).click();
    await page.getByRole('button', { name: 'Name only' }).click();
    await page.getByRole('checkbox', { name: 'Number' }).press('Space');
    await expect(page.getByRole('checkbox', { name: 'Number' })).toBeChecked();
    await page.getByRole('button', { name: 'Create export' }).click();

    const row = page.getByRole('listitem').filter({ hasText: 'Books · CSV' }).first();
    await expect(row).toContainText('rows');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link').click()]);
    expect(download.suggestedFilename()).toMatch(/^lectern-books-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toBe('book_name,number');
    expect(lines.filter((line) => line.startsWith('Lighthouse')).length).toBeGreaterThan(0);

    const count = await page.getByRole('listitem').filter({ hasText: 'Books · CSV' }).count();
    await row.getByRole('button', { name: 'Delete: Books · CSV' }).click();
    await expect(page.getByText('Books · CSV: deleted')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Books · CSV' })).toHaveCount(count - 1);
    expect(complaints).toEqual([]);
  });
});
