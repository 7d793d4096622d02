import { call } from '@lectern/contract/client';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { openNoticeReceiver } from './_harness/notice-receiver.ts';
import { onBoth } from './_harness/on-both.ts';

const test = newScannedTest(makeShelf, { LECTERN_RELEASES_PRIVATE_NETWORKS: 'loopback' });

onBoth(test, () => {
  test('a user adds a channel for notifications, tests it, changes it and removes it', async ({ page }) => {
    await using receiver = await openNoticeReceiver();
    const complaints = watchComplaints(page);
    await page.goto('/me/notifications');
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Add channel' }).click();
    const form = page.getByRole('dialog', { name: 'Add channel' });
    await form.getByLabel('Name', { exact: true }).fill('My phone');
    await form.getByLabel('Address with the topic').fill(receiver.url);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('must end with the topic')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Address with the topic').fill(`${receiver.url}/books`);
    await expect(form.getByLabel('New books')).toBeChecked();
    await form.getByRole('button', { name: 'Add', exact: true }).click();

    const card = page.getByRole('article', { name: 'My phone' });
    await expect(card).toContainText('Nothing sent yet');
    receiver.answerWith(500);
    await card.getByRole('button', { name: 'Send test: My phone' }).click();
    await expect(card.getByRole('status')).toContainText('The server answered with status 500');
    await expectAccessibleInBoth(page);
    receiver.answerWith(200);
    await card.getByRole('button', { name: 'Send test: My phone' }).click();
    await expect(card.getByRole('status')).toContainText('The test arrived');
    await expect(card).toContainText(/Last sent (?:just now|\d+ \w+ ago)/);
    expect(receiver.bodies.at(-1)).toContain('"topic":"books"');
    await expectNarrow(page);

    await card.getByRole('button', { name: 'Edit: My phone' }).click();
    const change = page.getByRole('dialog', { name: 'Edit My phone' });
    await change.getByLabel('New books').uncheck();
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('No notifications chosen');
    await card.getByRole('switch', { name: 'Send to My phone' }).click();
    await expect(card).toContainText('Turned off');
    await card.getByRole('button', { name: 'Delete: My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
    // the browser reports the refused form
    expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  });

  test('a user follows a series and takes it back', async ({ page, library }) => {
    const { data } = await call(library.url, 'listSeries', { headers: library.headers, query: { pageSize: 1 } });
    await page.goto(`/series/${data[0]?.id ?? ''}`);
    const button = page.getByRole('button', { name: /^Follow/ });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(button).toHaveText('Following');
    await expect(page.getByText(/^You will be notified of new books of /)).toBeVisible();
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect(button).toHaveText('Follow');
    // the button shows the pending state, the toast the stored one
    await expect(page.getByText(/^You no longer follow /)).toBeVisible();
  });
});

test('an admin adds a webhook of the server with its kinds', async ({ page }) => {
  await using receiver = await openNoticeReceiver();
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'Add channel' }).click();
  const form = page.getByRole('dialog', { name: 'Add channel' });
  await form.getByLabel('Name', { exact: true }).fill('Operations');
  await form.getByRole('radio', { name: 'Webhook' }).check();
  await form.getByLabel('Address', { exact: true }).fill(`${receiver.url}/hook`);
  await form.getByLabel('Signing secret').fill('too short');
  await form.getByLabel('Failed tasks').uncheck();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('at least 16 characters, because it signs')).toBeVisible();
  await form.getByLabel('Signing secret').fill('long enough to sign with');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const card = page.getByRole('article', { name: 'Operations' });
  await expect(card).toContainText('Failed scans, Disk space, Other problems');
  await card.getByRole('button', { name: 'Send test: Operations' }).click();
  await expect(card.getByRole('status')).toContainText('The test arrived');
  await expectAccessibleInBoth(page);
});
