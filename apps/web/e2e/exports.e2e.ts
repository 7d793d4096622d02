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
    await page.getByLabel('What', { exact: true }).selectOption('Books');
    await page.getByText('What it tells', { exact: true }).click();
    await page.getByRole('button', { name: 'Only the name' }).click();
    await page.getByRole('checkbox', { name: 'Number' }).press('Space');
    await expect(page.getByRole('checkbox', { name: 'Number' })).toBeChecked();
    await page.getByRole('button', { name: 'Make the file' }).click();

    const row = page.getByRole('listitem').filter({ hasText: 'Books as a spreadsheet' }).first();
    await expect(row).toContainText('entries');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link').click()]);
    expect(download.suggestedFilename()).toMatch(/^lectern-books-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toBe('book_name,number');
    expect(lines.filter((line) => line.startsWith('Lighthouse')).length).toBeGreaterThan(0);

    const count = await page.getByRole('listitem').filter({ hasText: 'Books as a spreadsheet' }).count();
    await row.getByRole('button', { name: 'Delete: Books as a spreadsheet' }).click();
    await expect(page.getByText('Books as a spreadsheet: deleted')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Books as a spreadsheet' })).toHaveCount(count - 1);
    expect(complaints).toEqual([]);
  });
});
