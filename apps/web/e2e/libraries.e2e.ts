import { rename, rm } from 'node:fs/promises';
import { TaskStats } from '@lectern/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { expect, test } from './_harness/test.ts';
import { onBoth } from './_harness/on-both.ts';

/** Creates the account and signs the browser in. */
async function setUp(page: Page): Promise<void> {
  const data = { username: 'anna', password: 'a long password' };
  await page.request.post('/api/v1/setup/initialize', { data });
  await page.request.post('/api/v1/auth/login', { data });
}

/** Tasks that read the folder of a library. */
const WORK = ['scan_library', 'analyze_library', 'reprocess_titles'];

/** Waits until the work after a save has ended: a scan refuses another, and its folder must not move meanwhile. */
async function waitForWork(page: Page): Promise<void> {
  const countTasks = async () => {
    const answer = await page.request.get('/api/v1/tasks/stats');
    const { byType } = TaskStats.parse(await answer.json());
    return WORK.reduce((sum, type) => sum + (byType[type]?.pending ?? 0) + (byType[type]?.running ?? 0), 0);
  };
  await expect.poll(countTasks, { timeout: 300_000 }).toBe(0);
}

/** Toggles a disclosure of the dialog. */
async function toggle(page: Page, title: string): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('summary')
    .filter({ has: page.getByText(title, { exact: true }) })
    .click();
}

test('an admin previews a new library and every change of it before saving', async ({ page }) => {
  test.slow();
  await using shelf = await makeShelf();
  await shelf.add('Saga [Digital]/Saga 07.cbz');
  const complaints = watchComplaints(page);
  await setUp(page);

  await test.step('a new library', async () => {
    await page.goto('/admin/libraries?add=true');
    const dialog = page.getByRole('dialog', { name: 'Add library' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await dialog.getByLabel('Folder', { exact: true }).fill('/nowhere/at/all');
    await expect(dialog.getByText('does not exist')).toBeVisible();
    await dialog.getByLabel('Folder', { exact: true }).fill(shelf.path);
    await expect(preview).toContainText('4 series with 7 books');
    await expect(preview).toContainText('Lighthouse 01.cbz');

    await toggle(page, 'Series');
    await dialog.getByRole('radio', { name: 'Custom pattern' }).focus();
    await page.keyboard.press('Space');
    const pattern = dialog.getByLabel('Path pattern');
    await pattern.fill('^(?<series>Quiet');
    await expect(pattern).toHaveAccessibleDescription(/missing closing/);
    await pattern.fill('^(?<series>[A-Z])');
    await expect(preview).toContainText('L3 books');
    await dialog.getByRole('radio', { name: 'One folder per series' }).check();

    await toggle(page, 'Series title rules');
    await dialog.getByRole('button', { name: 'Underscores' }).click();
    await dialog.getByRole('button', { name: 'Text in [brackets]' }).click();
    const trial = dialog.getByRole('region', { name: 'Changed titles' });
    await expect(trial).toContainText(/Saga \[Digital\].* becomes Saga$/);
    await dialog.getByRole('button', { name: 'Apply rule 2 earlier' }).click();
    await expect(dialog.getByLabel('Rule 1 finds')).toHaveValue(String.raw`\s*\[[^\]]*\]`);
    await dialog.getByRole('button', { name: 'Remove rule 2' }).click();
    await dialog.getByLabel('Rule 1 finds').fill('[');
    await expect(dialog.getByLabel('Rule 1 finds')).toHaveAccessibleDescription(/missing closing/);
    await dialog.getByLabel('Rule 1 finds').fill(String.raw`\s*\[\w+\]`);
    await expect(preview).toContainText('Saga1 book');

    await toggle(page, 'Files');
    await dialog.getByLabel('Exclude').fill('Torn*');
    await expect(preview).toContainText('3 series with 6 books');
    await toggle(page, 'Scanning');
    await dialog.getByLabel('Scheduled scans').selectOption('weekly');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await expect(dialog.getByText(/^Next: Sun .*3:00.*\(Europe\/Berlin\)$/)).toBeVisible();
    await expect(dialog.locator('summary').filter({ hasText: 'Scanning' })).toContainText('every Sunday at 3:00');
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Add and scan' }).click();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await dialog.getByLabel('Name', { exact: true }).fill('Comics');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article')).toContainText('3 series, 6 books');
    await waitForWork(page);
  });

  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for Comics' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    return page.getByRole('dialog', { name: 'Edit “Comics”' });
  };

  await test.step('other rules', async () => {
    // the light colours were checked before
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    const dialog = await edit();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await toggle(page, 'Scanning');
    await expect(dialog.getByLabel('Scheduled scans')).toHaveValue('weekly');
    await toggle(page, 'Titles and numbers');
    await dialog.getByRole('radio', { name: 'File order' }).check();
    await expect(preview).toContainText('1 book of 6 would change');
    await expect(preview).toContainText('Nothing is lost');
    await toggle(page, 'Series title rules');
    await dialog.getByRole('button', { name: 'Remove rule 1' }).click();
    const trial = dialog.getByRole('region', { name: 'Changed titles' });
    await expect(trial).toContainText(/Saga.* becomes Saga \[Digital\]/);
    await toggle(page, 'More');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await expect(dialog.getByText('This series would be matched.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Leave without saving your changes?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await waitForWork(page);
  });

  await test.step('another folder', async () => {
    const moved = `${shelf.path}-moved`;
    await rename(shelf.path, moved);
    try {
      const dialog = await edit();
      await dialog.getByLabel('Folder', { exact: true }).fill(moved);
      await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('6 of 6 books matched');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('article')).toContainText(moved);
      await expect(page.getByRole('article')).toContainText('3 series, 6 books');
      await page.getByRole('link', { name: 'Comics', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Saga [Digital]' }).first()).toBeVisible();
    } finally {
      await rm(moved, { recursive: true, force: true });
    }
  });
  // Chromium itself logs refused preview requests
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
});

onBoth(test, () => {
  test('the library preview stays visible on a small screen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await using shelf = await makeShelf();
    await setUp(page);
    await page.goto('/admin/libraries?add=true');
    const dialog = page.getByRole('dialog', { name: 'Add library' });
    await dialog.getByLabel('Folder', { exact: true }).fill(shelf.path);
    const glance = dialog.getByRole('button', { name: '3 series with 6 books' });
    await expect(glance).toBeInViewport();
    await toggle(page, 'Scanning');
    await glance.click();
    await expect(dialog.getByRole('region', { name: 'Preview' })).toBeInViewport();
    const width = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(width).toBe(0);
    await expectAccessible(page);
  });
});
