import { call } from '@lectern/contract/client';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';

const test = newReadingTest(makeReadingShelf);

const inFrame = (page: Page): FrameLocator => page.frameLocator('[data-shown="true"] iframe');
const offer = (page: Page) => page.getByRole('button', { name: 'Share quotation' });

test.beforeEach(async ({ library, read }) => {
  const params = { key: 'sharing.links' };
  await call(library.url, 'updateSetting', { params, body: { value: 'anyone' }, headers: library.headers });
  await read('Evenings.epub');
});

/** Selects the first sentence as a reader does, beside its link. */
async function selectSentence(page: Page): Promise<void> {
  const sentence = inFrame(page).locator('p', { hasText: 'Somebody came late.' });
  await sentence.click({ clickCount: 3, position: { x: 8, y: 12 } });
}

test('a selected text is shared by link, from the keyboard too', async ({ page, library }) => {
  await selectSentence(page);
  await expect(offer(page)).toBeVisible();
  // Behind the link in the sentence, the focus leaves the chapter.
  await page.keyboard.press('Tab');
  await expect(inFrame(page).getByRole('link', { name: 'came late' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(offer(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share quotation by link' });
  await expect(dialog.getByTestId('quotation')).toHaveText('Somebody came late.');
  await dialog.getByLabel('Who can open it').selectOption('Anyone with the link');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Shared link' }).inputValue();
  const token = link.split('#', 2)[1] ?? '';
  const item = await call(library.url, 'openShare', { body: { token } });
  expect(item).toMatchObject({ kind: 'highlight', name: 'Evenings', highlight: { text: 'Somebody came late.' } });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(offer(page)).toBeFocused();
});

test('the offer goes with the selection, and stays beside it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await selectSentence(page);
  await expect(offer(page)).toBeInViewport();
  await expectAccessibleInBoth(page);
  await inFrame(page).locator('body').press('Control+a');
  await expect(page.getByText('A shared quotation has at most 1,000 characters.')).toBeInViewport();
  await expect(offer(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await inFrame(page)
    .locator('p')
    .last()
    .evaluate((last) => last.ownerDocument.getSelection()?.removeAllRanges());
  await expect(page.getByText('A shared quotation has at most')).toHaveCount(0);
});
