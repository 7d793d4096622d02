import type { Locator, Page } from '@playwright/test';
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

/** Presses Left or Right until a control of a bar has the focus. */
async function steerTo(page: Page, control: Locator): Promise<void> {
  const readLeft = async (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().left);
  const way = (await readLeft(page.locator(':focus'))) < (await readLeft(control)) ? 'Right' : 'Left';
  for (let presses = 0; presses < 8 && !(await isFocused(control)); presses += 1) await tapPad(page, way);
  await expect(control).toBeFocused();
}

async function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
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
    const list = other.getByRole('dialog', { name: 'Keys and gestures' });
    await expect(list).toContainText('N');
    await other.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
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

test('a remote with arrows and Enter reaches the bars, too; a pointer gives the arrows back', async ({
  page,
  read,
}) => {
  await read('Lanterns 01.cbz');
  const [top, bottom] = [page.locator('[data-bar]').first(), page.locator('[data-bar]').last()];
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Page 2 of 7');
  await expect(top).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(top).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(bottom.getByRole('button', { name: /go to another page/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Page 3 of 7');
  await page.keyboard.press('ArrowUp');
  await expect(top.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(top).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Page 4 of 7');
  await page.keyboard.press('Enter');
  await bottom.getByRole('button', { name: /^Fit/ }).click();
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Page 5 of 7');
});

test.describe('with the bars open, the list of keys', () => {
  const openList = async (page: Page) => {
    // too low for the whole list
    await page.setViewportSize({ width: 900, height: 420 });
    const list = page.getByRole('dialog', { name: 'Keys and gestures' });
    await page.getByRole('button', { name: 'Keys and gestures' }).focus();
    await page.keyboard.press('Enter');
    await expect(list).toBeVisible();
    return list;
  };
  /** Presses that lead through the whole list. */
  const MANY = 16;
  const last = (list: Locator) => list.getByText('Drag down');

  test('scrolls with arrows, which reach its button, and Escape leads back to the bar', async ({ page, read }) => {
    await read('Lanterns 01.cbz');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-bar]').first()).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-bar]').first()).toBeVisible();
    const list = await openList(page);
    await expect(last(list)).not.toBeInViewport();
    for (let presses = 0; presses < MANY; presses += 1) await page.keyboard.press('ArrowDown');
    await expect(last(list)).toBeInViewport();
    for (let presses = 0; presses < MANY; presses += 1) await page.keyboard.press('ArrowUp');
    await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Keys and gestures' })).toBeFocused();
    await expect(place(page)).toHaveText('Page 2 of 7');
  });

  test('is scrolled and closed by a gamepad', async ({ page, read }) => {
    await read('Lanterns 01.cbz');
    await connectPad(page);
    await tapPad(page, 'Y');
    const list = await openList(page);
    for (let presses = 0; presses < MANY; presses += 1) await tapPad(page, 'Down');
    await expect(last(list)).toBeInViewport();
    for (let presses = 0; presses < MANY; presses += 1) await tapPad(page, 'Up');
    await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
    await tapPad(page, 'A');
    await expect(list).toHaveCount(0);
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

  for (const file of ['Lanterns 01.cbz', 'Evenings.epub', 'Papers.pdf']) {
    test(`reaches the bars of ${file}, presses their buttons, and gets back to the page`, async ({ page, read }) => {
      await read(file);
      await expect(place(page)).not.toBeEmpty();
      await connectPad(page);
      const [top, bottom] = [page.locator('[data-bar]').first(), page.locator('[data-bar]').last()];
      await tapPad(page, 'Y');
      await expect(bottom.getByRole('button', { name: /go to another page/ })).toBeFocused();
      await tapPad(page, 'Right');
      const slider = bottom.getByRole('slider', { name: 'Place in the book' });
      await expect(slider).toBeFocused();
      const [start, startedAt] = [await slider.inputValue(), await place(page).textContent()];
      await tapPad(page, 'Right');
      await expect(slider).not.toHaveValue(start);
      await expect(place(page)).not.toHaveText(startedAt ?? '');
      await tapPad(page, 'Up');
      await expect(top.locator(':focus')).toHaveCount(1);
      const settings = top.getByRole('button', { name: 'Reader settings' });
      await steerTo(page, settings);
      await tapPad(page, 'A');
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeFocused();
      await tapPad(page, 'B');
      await expect(settings).toBeFocused();
      await tapPad(page, 'B');
      await expect(top).toBeHidden();
      await expect(page.getByRole('main')).toBeFocused();
      const before = await place(page).textContent();
      await tapPad(page, 'RT');
      await expect(place(page)).not.toHaveText(before ?? '');
      await tapPad(page, 'B');
      await expect(page).toHaveURL(/\/book\//);
    });
  }

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
