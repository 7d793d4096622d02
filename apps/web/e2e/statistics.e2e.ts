import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { call } from '@lectern/contract/client';
import type { Download } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expect, test as base } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function read({ url, headers, getBookId }: Pick<ScannedLibrary, 'url' | 'headers' | 'getBookId'>): Promise<void> {
  const session = (file: string, daysAgo: number, minutes: number, device: string) => {
    const endedAt = Date.now() - daysAgo * DAY;
    return {
      ...{ id: randomUUID(), bookId: getBookId(file), kind: 'progress' as const, toPage: 1, pagesRead: minutes * 2 },
      ...{ activeDurationMs: minutes * MINUTE, deviceId: device, deviceName: device },
      clientStartedAt: new Date(endedAt - minutes * MINUTE).toISOString(),
      clientEndedAt: new Date(endedAt).toISOString(),
    };
  };
  const sessions = [
    session('Lighthouse 01.cbz', 0, 40, 'Phone'),
    session('Lighthouse 02.cbz', 2, 20, 'Tablet'),
    session('Quiet Planet 01.cbr', 3, 30, 'Phone'),
  ];
  await call(url, 'recordSessions', { headers, body: { sessions } });
}

/** Stores ninety minutes of reading in the last days, once per worker. */
const test = base.extend<object, { reading: undefined }>({
  reading: [
    async ({ library }, use) => {
      await read(library);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
});

async function readText(download: Download): Promise<string> {
  return await readFile(await download.path(), 'utf8');
}

onBoth(test, () => {
  test('a reader sees how much was read, when, of what and on which device', async ({ page }) => {
    const complaints = watchComplaints(page);
    await page.goto('/stats');
    const time = page.getByRole('figure', { name: 'Reading time' });
    await expect(time.getByRole('img')).toHaveAccessibleName(
      /^Reading time: 1 h 30 min in total\. Highest: .+, 40 min$/,
    );
    await expect(page.getByRole('term').filter({ hasText: 'Days in a row' })).toBeVisible();
    const series = page.locator('section', { has: page.getByRole('heading', { name: 'Series', exact: true }) });
    await expect(series.getByRole('listitem').first()).toContainText('Lighthouse');
    await expect(page.getByRole('listitem').filter({ hasText: 'Tablet' }).first()).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);

    const calendar = page.getByRole('figure', { name: /^Reading in \d{4}$/ });
    await calendar.getByText('Show as table').click();
    await expect(calendar.getByRole('rowheader').first()).toHaveText(/^\w+day,? \d+ \w+ \d{4}$/);
    await time.getByText('Show as table').click();
    await expect(time.getByRole('columnheader')).toHaveText(['Day', 'Reading time']);
    // not of the first row: a new day may have begun since
    await expect(time.getByRole('cell', { name: '40 min', exact: true })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Pages' }).check();
    await expect(page.getByRole('figure', { name: 'Pages' }).getByRole('img')).toHaveAccessibleName(
      /^Pages: 180 in total/,
    );
    await page.getByRole('radio', { name: '12 months' }).check();
    await expect(page).toHaveURL(/range=months/);
    await expect(page.getByRole('figure', { name: 'Pages' })).toContainText('per month');
    await page.getByRole('radio', { name: 'Custom' }).check();
    await page.getByLabel('To', { exact: true }).fill('2020-02-10');
    await page.getByLabel('From', { exact: true }).fill('2020-02-01');
    await expect(page.getByText('You read nothing in this period.')).toBeVisible();
    await expect(page).toHaveURL(/from=2020-02-01/);
    await page.reload();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2020-02-01');
    await expectAccessible(page);
    await expectNarrow(page);
    expect(complaints).toEqual([]);
  });
});

test('a reader uses the statistics by keyboard alone, and downloads figures and pictures', async ({ page }) => {
  await page.goto('/stats');
  await page.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '13 weeks' })).toBeChecked();
  await expect(page.getByRole('figure', { name: 'Reading time' })).toContainText('per week');
  // the rankings come in a separate answer
  const series = page.locator('section', { has: page.getByRole('heading', { name: 'Series', exact: true }) });
  await expect(series.getByRole('listitem').first()).toContainText('Lighthouse');

  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Download statistics' }).press('Enter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).press('Enter'),
    ]);
    return download;
  };
  const csv = await save('Download rankings (CSV)');
  expect(await readText(csv)).toMatch(/\r\nSeries,Lighthouse,60,120,2\r\n/);
  expect(csv.suggestedFilename()).toMatch(/\.csv$/);
  const json = await save('Download everything (JSON)');
  expect(JSON.parse(await readText(json))).toMatchObject({ granularity: 'week', summary: { pagesRead: 180 } });

  await page.getByRole('button', { name: 'Year in review' }).press('Enter');
  const picture = page.getByRole('dialog').getByRole('img');
  await expect(picture).toHaveAccessibleName(/^\d{4} in books: .+ of reading/);
  await expectAccessible(page);
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download picture' }).press('Enter'),
  ]);
  const bytes = await readFile(await png.path());
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Go to \d{4}$/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/year=\d{4}/);
});

test('an admin sees the totals of all users, and other users do not', async ({ page, browser, library }) => {
  const { url, headers } = library;
  await page.goto('/stats');
  await page.getByRole('link', { name: 'Everyone' }).click();
  await expect(page.getByRole('figure', { name: 'Reading time' })).toContainText('1 h 30 min in total');
  await page.getByRole('radio', { name: 'Readers' }).check();
  await expect(page.getByRole('figure', { name: 'Readers' })).toContainText('1 in total');
  await expect(page.getByText('Lighthouse')).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await expectNarrow(page);

  const account = { username: 'carl', password: 'a long password' };
  await call(url, 'createUser', { headers, body: { ...account, role: 'reader' } });
  await using context = await browser.newContext({ baseURL: url });
  const theirs = await context.newPage();
  await theirs.request.post('/api/v1/auth/login', { data: account });
  await theirs.goto('/stats');
  await expect(theirs.getByText('You read nothing in this period.')).toBeVisible();
  await expect(theirs.getByText('No sessions yet.')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Everyone' })).toHaveCount(0);
  await expectAccessible(theirs);
});

test('the empty statistics do not overlap the content below', async ({ page }) => {
  await page.goto('/stats?range=own&from=2001-01-01&to=2001-01-31');
  const link = page.getByRole('link', { name: 'Find something to read' });
  await expect(link).toBeVisible();
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sessions' }) });
  await expect(panel).toBeVisible();
  const bottom = await link.evaluate((element) => {
    let box = element.parentElement;
    while (box !== null && getComputedStyle(box).backgroundColor === 'rgba(0, 0, 0, 0)') box = box.parentElement;
    return box?.getBoundingClientRect().bottom ?? Number.NaN;
  });
  const top = await panel.evaluate((element) => element.getBoundingClientRect().top);
  expect(top - bottom).toBeGreaterThanOrEqual(16);
});
