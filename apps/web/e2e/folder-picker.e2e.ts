import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { createAccount } from './_books/first-steps.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { expect, test } from './_harness/test.ts';
import { onBoth } from './_harness/on-both.ts';

onBoth(test, () => {
  test('the folder picker takes a typed path, and a mistyped one leaves every way open', async ({ page }) => {
    await using shelf = await makeShelf();
    await createAccount(page);
    await page.getByRole('button', { name: /^(Choose a|Add another) folder$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder on the server' });
    const path = dialog.getByLabel('Path');
    await expect(path).not.toHaveValue('');
    const before = await path.inputValue();
    await expect(dialog.getByRole('button', { name: 'Up one level' })).toBeVisible();
    await path.fill('/nowhere/at/all');
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect(path).toHaveAccessibleDescription('Folder "/nowhere/at/all" not found');
    await expect(dialog.getByRole('button', { name: 'Up one level' })).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Up one level' }).click();
    await expect(path).not.toHaveValue(before);
    await expect(path).not.toHaveValue('/nowhere/at/all');
    await expect(path).toHaveAccessibleDescription('');
    // Typed, and not opened before.
    await path.fill(shelf.path);
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Folders to read' })).toContainText(shelf.path);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
  });
});
