import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { connectPad, tapPad } from './_books/fake-pad.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { expect } from './_harness/test.ts';

const test = newReadingTest(makeReadingShelf);

const place = (page: Page) => page.getByTestId('place');
const row = (page: Page, action: string) => page.locator(`[data-action="${action}"]`);

/** Waits until the server has the keys. */
async function afterSaving(page: Page, change: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/user/preferences') && response.request().method() === 'PUT',
  );
  await change();
  await saved;
}

test.describe('keys of the readers', () => {
  test('are rebound by pressing them, and turn pages on another device', async ({ page, browser, read, library }) => {
    const complaints = watchComplaints(page);
    await page.goto('/me/reading');
    await row(page, 'next').getByRole('button', { name: 'Add a key: Next page' }).click();
    await afterSaving(page, async () => page.keyboard.press('n'));
    await expect(row(page, 'next')).toContainText('N');
    await expectAccessibleInBoth(page);
    await read('Lanterns 01.cbz');
    await page.keyboard.press('n');
    await expect(place(page)).toHaveText('Page 2 of 7');

    await using elsewhere = await browser.newContext({ baseURL: library.url });
    const other = await elsewhere.newPage();
    await other.request.post('/api/v1/auth/login', { data: ACCOUNT });
    await other.goto(`/read/${library.getBookId('Lanterns 01.cbz')}?page=3`);
    await expect(place(other)).toHaveText('Page 3 of 7');
    await other.keyboard.press('?');
    await expect(other.getByRole('dialog', { name: 'Keys and gestures' })).toContainText('N');
    await other.keyboard.press('Escape');
    await other.keyboard.press('n');
    await expect(place(other)).toHaveText('Page 4 of 7');
    expect(complaints).toEqual([]);
  });

  test('move from one action to another, with the names of both and an undo', async ({ page, read }) => {
    await page.goto('/me/reading');
    const add = row(page, 'bars').getByRole('button', { name: 'Add a key: Show or hide the bars' });
    await add.focus();
    await page.keyboard.press('Enter');
    await afterSaving(page, async () => page.keyboard.press('j'));
    const note = page.getByText('J moved from “Next page” to “Show or hide the bars”');
    await expect(note).toBeVisible();
    await expect(add).toBeFocused();
    await expect(row(page, 'next').locator('kbd', { hasText: 'J' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'next').locator('kbd', { hasText: 'J' })).toHaveCount(1);
    await read('Lanterns 01.cbz');
    await page.keyboard.press('j');
    await expect(place(page)).toHaveText('Page 2 of 7');
  });

  test('are removed and reset, but Escape always closes', async ({ page }) => {
    await page.goto('/me/reading');
    await expect(row(page, 'close')).toContainText('Esc');
    await expect(row(page, 'close').getByRole('button', { name: 'Remove Esc' })).toHaveCount(0);
    await row(page, 'next').getByRole('button', { name: 'Add a key' }).click();
    await page.keyboard.press('Escape');
    await expect(row(page, 'next').getByRole('button', { name: 'Add a key: Next page' })).toBeFocused();
    await row(page, 'help').getByRole('button', { name: 'Remove ?' }).click();
    await expect(row(page, 'help').locator('kbd', { hasText: '?' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(row(page, 'help').locator('kbd', { hasText: '?' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Reset all' })).toHaveCount(0);
  });
});

test.describe('a gamepad', () => {
  test('turns pages, moves the focus in a panel, and closes', async ({ page, read }) => {
    const complaints = watchComplaints(page);
    await read('Lanterns 01.cbz');
    await connectPad(page);
    await tapPad(page, 'A');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await tapPad(page, 'Right');
    await expect(place(page)).toHaveText('Page 3 of 7');
    await tapPad(page, 'X');
    const sheet = page.getByRole('dialog', { name: 'Settings' });
    await expect(sheet).toBeFocused();
    await tapPad(page, 'Down');
    await expect(sheet.locator(':focus')).toHaveCount(1);
    await expect(place(page)).toHaveText('Page 3 of 7');
    await tapPad(page, 'B');
    await expect(sheet).toHaveCount(0);
    await tapPad(page, 'B');
    await expect(page).toHaveURL(/\/book\//);
    expect(complaints).toEqual([]);
  });

  test('moves the focus through the app and opens what is focused', async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/me/reading');
    await expect(row(page, 'next')).toBeVisible();
    await connectPad(page);
    await tapPad(page, 'Down');
    await expect(page.locator('main :focus')).toHaveCount(1);
    const add = row(page, 'next').getByRole('button', { name: 'Add a key' });
    await add.focus();
    await tapPad(page, 'Down');
    await expect(row(page, 'previous').locator(':focus')).toHaveCount(1);
    await tapPad(page, 'Up');
    await expect(row(page, 'next').locator(':focus')).toHaveCount(1);
    await add.focus();
    await tapPad(page, 'A');
    await expect(row(page, 'next').getByRole('button', { name: 'Press a key' })).toBeFocused();
    await tapPad(page, 'L3');
    await expect(row(page, 'next').locator('kbd', { hasText: 'Gamepad L3' })).toHaveCount(1);
  });
});
