import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { expect, test } from './_books/releases-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

async function addFeed(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Add source' }).click();
  const form = page.getByRole('dialog', { name: 'Add source' });
  await form.getByLabel('Name', { exact: true }).fill('Harbour news');
  await form.getByLabel('Feed address').fill(address);
  await form.getByLabel('How often').selectOption('Every 6 hours');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Added “Harbour news”')).toBeVisible();
}

onBoth(test, () => {
  test('an admin sees new releases of a tracked series and undoes each action on them', async ({
    page,
    site,
    seriesId,
  }) => {
    const complaints = watchComplaints(page);
    site.publish(
      { id: '1', title: '[Lamp] Lighthouse v03' },
      { id: '2', title: 'Lighthouse v04' },
      { id: '3', title: 'Lighthouse v02' },
      { id: '4', title: 'Something else v01' },
    );
    await page.goto('/releases');
    await expect(page.getByRole('heading', { name: 'No release sources yet' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await addFeed(page, site.url);
    const source = page.getByRole('article', { name: 'Harbour news' });
    await expect(source).toContainText('every 6 hours');

    await page.goto(`/series/${seriesId('Lighthouse')}`);
    const track = page.getByRole('switch', { name: 'Track releases' });
    await track.click();
    await expect(page.getByText('Tracking releases of “Lighthouse”')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(track).not.toBeChecked();
    await track.click();
    await expect(track).toBeChecked();
    // the switch shows the pending state, the toast the stored one
    await expect(page.getByText('Tracking releases of “Lighthouse”')).toBeVisible();

    await page.goto('/admin/releases');
    await page.getByRole('button', { name: 'Check now: Harbour news' }).click();
    // pushed by the server, without a reload
    await expect(source).toContainText('4 entries · 3 new releases of tracked series');
    await expectAccessibleInBoth(page);
    await expectNarrow(page);

    await page.goto('/releases');
    const group = page.getByRole('region', { name: 'Lighthouse' });
    await expect(group).toContainText('You have: Volumes 1–2 · New: Volumes 3–4');
    const lines = group.getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expectAccessibleInBoth(page);
    await expectNarrow(page);
    await page.getByRole('button', { name: 'Dismiss: Lighthouse v04' }).click();
    await expect(lines).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lines).toHaveCount(2);

    await page.getByLabel('All on this page').check();
    await page.getByRole('button', { name: 'I have it', exact: true }).click();
    // hover keeps the toast with its undo button open
    await page.getByText('2 releases marked as owned').hover();
    await expect(page.getByRole('heading', { name: 'No new releases' })).toBeVisible();
    await page.getByLabel('Show').selectOption('Owned');
    await expect(lines).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lines).toHaveCount(1);
    await page.getByLabel('Show').selectOption('Dismissed');
    await expect(page.getByRole('heading', { name: 'No matching releases' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all new releases' }).click();
    await page.getByLabel('Series').selectOption({ label: 'Lighthouse (2)' });
    await expect(page).toHaveURL(new RegExp(`series=${seriesId('Lighthouse')}`));
    await expect(lines).toHaveCount(2);

    // by keyboard only: the clicked button becomes the undo button
    await page.getByLabel('Show').selectOption('All');
    await page.getByRole('button', { name: 'Dismiss: Lighthouse v04' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Mark as new: Lighthouse v04' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Dismiss: Lighthouse v04' })).toBeFocused();
    expect(complaints).toEqual([]);
  });
});

test('the page explains why a feed cannot be read', async ({ page, library, site }) => {
  const { url, headers } = library;
  site.failNext();
  const body = { displayName: 'Broken shop', kind: 'rss-uploader' as const, config: { url: site.url } };
  await call(url, 'createReleaseSource', { headers, body });
  await page.goto('/admin/releases');
  const source = page.getByRole('article', { name: 'Broken shop' });
  await source.getByRole('button', { name: 'Check now: Broken shop' }).click();
  await expect(source).toContainText('The last check failed');
  await expect(source).toContainText('500');
  await expectAccessible(page);
  await source.getByRole('switch', { name: 'Broken shop is on' }).click();
  await expect(source).toContainText('Turned off');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(source.getByRole('switch', { name: 'Broken shop is on' })).toBeChecked();
  await source.getByRole('button', { name: 'Actions for Broken shop' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete it with 0 releases' }).click();
  await expect(page.getByRole('heading', { name: 'No release sources yet' })).toBeVisible();
});

test('a program pushes releases with an API key that is shown once, and they appear at once', async ({
  page,
  library,
  seriesId,
}) => {
  await page.goto('/admin/releases');
  await page.getByRole('button', { name: 'Add source' }).click();
  const form = page.getByRole('dialog', { name: 'Add source' });
  await form.getByLabel('Name', { exact: true }).fill('My script');
  await form.getByRole('radio', { name: 'Push from a program' }).check();
  await expect(form.getByLabel('Feed address')).toHaveCount(0);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'How to send: My script' }).click();
  const address = await page.getByLabel('Address', { exact: true }).inputValue();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'New API key' }).getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await expectAccessible(page);
  await page
    .getByRole('dialog', { name: /^Your key for/ })
    .getByRole('button', { name: 'Done' })
    .click();

  await page.goto('/releases');
  await expect(page.getByRole('heading', { name: 'No new releases' })).toBeVisible();
  const releases = [
    { externalReleaseId: 'p1', seriesId: seriesId('Lighthouse'), payloadUrl: 'https://feeds.example/p1' },
  ];
  const pushed = await fetch(address.replace(/^.*(?=\/api\/)/, library.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ releases }),
  });
  expect(pushed.status).toBe(200);
  await expect(page.getByRole('region', { name: 'Lighthouse' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Releases 1 new$/ })).toBeVisible();
});

test('an admin assigns an ambiguous release to its series, by keyboard too', async ({ page, library, seriesId }) => {
  const { url, headers } = library;
  const source = await call(url, 'createReleaseSource', {
    headers,
    body: { displayName: 'My script', kind: 'api-feed' },
  });
  for (const title of ['Winter Harbour', 'Winter Station']) {
    const params = { id: seriesId(title) };
    await call(url, 'updateSeriesTracking', { headers, params, body: { tracked: true } });
    await call(url, 'addSeriesAlias', { headers, params, body: { alias: 'Winter' } });
  }
  await call(url, 'pushReleases', {
    headers,
    params: { id: source.id },
    body: { releases: [{ externalReleaseId: 'w', title: 'Winter v02', payloadUrl: 'https://feeds.example/w' }] },
  });
  await page.goto('/releases');
  await expect(page.getByText('1 release may belong to more than one series.')).toBeVisible();
  const choice = page.getByRole('group', { name: 'Which series is this?' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expectAccessibleInBoth(page);
  const first = choice.getByRole('radio', { checked: true });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  const name =
    (await choice.locator('label', { has: page.getByRole('radio', { checked: true }) }).innerText()).split('\n')[0] ??
    '';
  await page.getByRole('button', { name: 'Choose this series: Winter v02' }).press('Enter');
  await expect(page.getByText(`Assigned to “${name}”`)).toBeVisible();
  await expect(page.getByRole('region', { name })).toContainText('Winter v02');
  await expect(choice).toHaveCount(0);
});

test('an admin chooses which releases of a series matter, and its aliases', async ({ page, library, seriesId }) => {
  const { url, headers } = library;
  await call(url, 'createReleaseSource', { headers, body: { displayName: 'My script', kind: 'api-feed' } });
  const params = { id: seriesId('Lighthouse') };
  await call(url, 'updateSeriesTracking', { headers, params, body: { tracked: true } });
  await page.goto(`/series/${params.id}`);
  await expect(page.getByRole('switch', { name: 'Track releases' })).toBeChecked();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Release settings' }).click();
  const form = page.getByRole('dialog', { name: 'Releases of “Lighthouse”' });
  await form.getByLabel('Track volumes').uncheck();
  await form.getByLabel('Track chapters').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose volumes, chapters or both')).toBeVisible();
  await form.getByLabel('Track volumes').check();
  await form.getByLabel('From volume').fill('3');
  await form.getByLabel('Languages').fill('de, fr');
  await form.getByLabel('New alias').fill('Leuchtturm');
  await form.getByLabel('New alias').press('Enter');
  await expect(form.getByRole('button', { name: 'Remove Leuchtturm' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const tracking = await call(url, 'getSeriesTracking', { headers, params });
  expect(tracking).toMatchObject({ fromVolume: 3, languages: ['de', 'fr'], trackVolumes: true });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await call(url, 'getSeriesTracking', { headers, params })).languages).toBeNull();
});

test('a reader sees releases but cannot change them', async ({ browser, library, seriesId }) => {
  const { url, headers } = library;
  const source = await call(url, 'createReleaseSource', {
    headers,
    body: { displayName: 'My script', kind: 'api-feed' },
  });
  const release = { externalReleaseId: 'r', seriesId: seriesId('Lighthouse'), payloadUrl: 'https://feeds.example/r' };
  await call(url, 'pushReleases', { headers, params: { id: source.id }, body: { releases: [release] } });
  const account = { username: 'carl', password: 'a long password' };
  await call(url, 'createUser', { headers, body: { ...account, role: 'reader' } });
  await using context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.request.post('/api/v1/auth/login', { data: account });
  await page.goto('/releases');
  await expect(page.getByRole('region', { name: 'Lighthouse' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sources' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Lighthouse' }).getByRole('link', { name: 'Lighthouse' }).first().click();
  await expect(page.getByRole('link', { name: '1 new release' })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});
