import { call } from '@lectern/contract/client';
import { expectAccessible, expectAccessibleInBoth, expectFits, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { expect, test } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

test('an admin finds settings, saves them all or not at all, and restores old values', async ({ page, library }) => {
  const complaints = watchComplaints(page);
  const { url, headers } = library;
  const days = page.getByRole('spinbutton', { name: 'Task history' });
  const catalogues = page.getByRole('textbox', { name: 'Trusted sites' });
  const bar = page.getByRole('form', { name: 'Unsaved changes' });
  await page.goto('/admin/settings');
  await expectAccessibleInBoth(page);

  // a server error appears beside its field, and nothing is saved
  await days.fill('4000');
  await expect(page.getByText('Must be a whole number, 1 to 3,650')).toBeVisible();
  await days.fill('14');
  await catalogues.fill('Not A Name');
  await catalogues.press('Enter');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar.getByText('Nothing was saved: 1 value is not accepted.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Trusted sites' }).getByRole('alert')).toContainText('small letters');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Not A Name' }).click();
  await expect(bar).toContainText('1 change not saved');

  // a draft survives leaving the page, and reports a change by another admin
  await page.getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByText('1 changed setting not saved.')).toBeVisible();
  const params = { key: 'tasks.retention_days' };
  await call(url, 'updateSetting', { headers, params, body: { value: 7, changeReason: 'a week' } });
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(days).toHaveValue('14');
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('tasks.retention_days');
  await expect(page.getByRole('spinbutton')).toHaveCount(1);
  await days.fill('21');
  await call(url, 'updateSetting', { headers, params, body: { value: 8 } });
  // returning to the tab refetches the values
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('anna set it to 8 days meanwhile.')).toBeVisible();
  await bar.getByRole('textbox', { name: 'Reason for the change' }).fill('three weeks');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 setting saved')).toBeVisible();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: 'History of Task history' }).click();
  const history = page.getByRole('dialog', { name: 'History of “Task history”' });
  await expect(history.getByRole('listitem').first()).toContainText(
    /Changed from 8\sdays to 21\sdays8\sdays→21\sdays“three weeks”anna · (?:just now|\d+ \w+ ago)/,
  );
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expectAccessibleInBoth(page);
  await history.getByRole('button', { name: 'Use 7 days again' }).click();
  await expect(days).toHaveValue('7');
  await page.getByRole('button', { name: 'Reset Task history' }).click();
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);
  const stored = async () => call(url, 'getSetting', { headers, params });
  await expect.poll(stored).toMatchObject({ value: '30', isSet: false });

  // a switch, and a number that needs a restart
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('background tasks run');
  await page.getByRole('spinbutton').fill('3');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Restart the server')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Settings restored')).toBeVisible();
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

test('preferences follow the user to another device, wait for an absent server, and never flicker', async ({
  browser,
  page,
  library,
}) => {
  const { url } = library;
  await page.goto('/me/preferences');
  await expectAccessibleInBoth(page);
  const themes = { light: 'Light', dark: 'Dark', black: 'Black', 'e-ink': 'E-ink', contrast: 'High contrast' };
  for (const [theme, name] of Object.entries(themes)) {
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name, exact: true }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page, { onlyColours: true });
  }
  await page.getByLabel('Dates and numbers').selectOption('German (Germany)');
  await expect(page.getByText('22.11.2026, 14:30')).toBeVisible();
  await page.getByText('Pages', { exact: true }).first().click();
  await page.getByRole('radio', { name: 'Double', exact: true }).check();
  await expect(page.getByText('Saved in your account · 3 changes from the defaults')).toBeVisible();
  const isKept = async (key: string) =>
    (await call(url, 'getPreference', { headers: library.headers, params: { key } })).isSet;
  await expect.poll(async () => isKept('reader.page_layout')).toBe(true);
  await expect.poll(async () => isKept('ui.theme')).toBe(true);

  const other = await browser.newContext({ baseURL: url, locale: 'en-GB' });
  await other.request.post('/api/v1/auth/login', { data: ACCOUNT });
  const second = await other.newPage();
  await second.goto('/me/preferences');
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await second.getByText('Pages', { exact: true }).first().click();
  await expect(second.getByRole('radio', { name: 'Double', exact: true })).toBeChecked();

  // the look applies before the application loads
  await page.route('**/assets/**', async (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await page.unroute('**/assets/**');
  await page.reload();

  // offline changes are kept and sent later, from this tab or another one
  await page.route('**/api/v1/user/preferences**', async (route) => route.abort());
  await page.getByRole('radio', { name: 'Large' }).check();
  await expect(page.getByText('Saved on this device until the server answers')).toBeVisible();
  await page.unroute('**/api/v1/user/preferences**');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Large' })).toBeChecked();
  await expect.poll(async () => isKept('ui.cover_size')).toBe(true);

  // another tab follows at once
  const tab = await page.context().newPage();
  await tab.goto(`${url}/me/preferences`);
  await tab.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await other.close();
});

onBoth(test, () => {
  test('the page explains how other devices and programs connect, on a phone too', async ({ page }) => {
    await page.goto('/me/connections');
    await expect(page.getByText('This address works on this machine only.')).toBeVisible();
    await expect(page.getByRole('region', { name: /^Reader apps \(OPDS/ })).toHaveCount(2);
    const koreader = page.getByRole('region', { name: 'KOReader progress' });
    await expect(koreader.getByRole('textbox', { name: 'Custom sync server' })).toHaveValue(/\/koreader$/);
    await expect(koreader.getByText('your own password does not work there')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Address of the API' })).toHaveValue(/\/api\/v1$/);
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    // with a configured address and an enabled client API
    await page.route('**/api/v1/info', async (route) => {
      const answer = await route.fetch();
      const info = (await answer.json()) as object;
      const doors = { opds: '/opds/v1.2/catalog', opds2: null, koreader: '/koreader', compatApi: null };
      await route.fulfill({ json: { ...info, publicUrl: 'https://books.example.org', doors } });
    });
    await page.reload();
    const apps = page.getByRole('region', { name: 'Reader apps (OPDS)' });
    await expect(apps.getByRole('textbox', { name: 'Catalog' })).toHaveValue(
      'https://books.example.org/opds/v1.2/catalog',
    );
    await expect(apps.getByRole('img', { name: /^QR code for/ })).toBeVisible();
    await expect(koreader.getByRole('textbox')).toHaveValue('https://books.example.org/koreader');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await apps.getByRole('button', { name: 'Create key for Reader apps (OPDS)' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Reader apps (OPDS)');
    await expect(dialog.getByRole('radio', { name: 'OPDS and reader apps' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const made = page.getByRole('textbox', { name: 'API key' });
    await expect(made).toHaveValue(/^svc_/);
    const key = await made.inputValue();
    const shown = page.getByRole('dialog', { name: 'Your key for “Reader apps (OPDS)”' });
    await expect(
      shown.getByRole('img', { name: 'QR code of the address https://books.example.org/opds/v1.2/catalog' }),
    ).toBeVisible();
    await shown.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Done' }).click();

    // the self-test reports what would block apps, and tests a key the way an app does
    const test = page.getByRole('region', { name: 'Connection test' });
    // a busy machine may take longer than the seconds that mean “at once”
    await expect(async () => {
      await test.getByRole('button', { name: /^Test (?:the connection|again)/ }).click();
      await expect(test.getByText('Live updates arrive at once')).toBeVisible({ timeout: 20_000 });
    }).toPass();
    await expect(test.getByText('This address only works on the computer of the server')).toBeVisible();
    await expect(test.getByText('The sign-in of apps reaches the server')).toBeVisible();
    await expect(test.getByText('Interrupted downloads can resume')).toBeVisible();
    await test.getByRole('textbox', { name: 'Key to test' }).fill(`${key}x`);
    await page.keyboard.press('Enter');
    await expect(test.getByText(/^The key is refused: This API key is unknown/)).toBeVisible();
    await test.getByRole('textbox', { name: 'Key to test' }).fill(key);
    await page.keyboard.press('Enter');
    await expect(test.getByText('The API key “Reader apps (OPDS)” has all permissions that apps need')).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);

    await page.goto('/admin/settings');
    await page.getByRole('switch', { name: 'Scheduled search' }).click();
    await expect(page.getByRole('form', { name: 'Unsaved changes' })).toBeVisible();
    await expectFits(page);
  });
});

test('an admin enables the Komga API, sets an address, and covers for all apps, by mouse and by keyboard', async ({
  page,
  library,
}) => {
  const complaints = watchComplaints(page);
  const { url, headers } = library;
  const setting = async (key: string) => call(url, 'getSetting', { headers, params: { key } });
  const bar = page.getByRole('form', { name: 'Unsaved changes' });
  await page.goto('/admin/settings');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('compat_api');
  await expect(page.getByRole('heading', { name: 'Reader apps' })).toBeVisible();
  await expect(page.getByText('Which other apps can read from this server and share progress with it.')).toBeVisible();
  // by mouse
  await page.getByRole('switch', { name: 'Komga API' }).click();
  await page.getByRole('textbox', { name: 'Komga address path' }).fill('api');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must not be an address that this server already uses')).toBeVisible();
  expect((await setting('compat_api.enabled')).value).toBe('false');
  await page.getByRole('textbox', { name: 'Komga address path' }).fill('comics');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 settings saved')).toBeVisible();
  expect([(await setting('compat_api.enabled')).value, (await setting('compat_api.prefix')).value]).toEqual([
    ...['true', 'comics'],
  ]);
  expect((await page.request.get('/comics/api/v1/claim')).status()).toBe(200);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Settings restored')).toBeVisible();
  expect((await setting('compat_api.enabled')).value).toBe('false');
  // by keyboard
  await page.getByRole('switch', { name: 'Komga API' }).focus();
  await page.keyboard.press('Space');
  await bar.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 setting saved')).toBeVisible();
  expect((await setting('compat_api.enabled')).value).toBe('true');
  await expectAccessibleInBoth(page);

  await call(url, 'resetSetting', { headers, params: { key: 'compat_api.enabled' } });

  const isSet = async (key: string) => (await call(url, 'getPreference', { headers, params: { key } })).value;
  await page.goto('/me/preferences');
  const covers = page.getByRole('checkbox', { name: /^Covers in all apps/ });
  const pages = page.getByRole('checkbox', { name: /^Save progress from page requests/ });
  await expect(covers).not.toBeChecked();
  await expect(pages).toBeChecked();
  await covers.check();
  await expect.poll(async () => isSet('reading.covers_without_sign_in')).toBe(true);
  await pages.focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => isSet('reading.record_streamed_pages')).toBe(false);
  await covers.focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => isSet('reading.covers_without_sign_in')).toBe(false);
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(pages).toBeChecked();
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

onBoth(test, () => {
  test('an admin chooses a schedule in words and disk space in gigabytes', async ({ page, library }) => {
    const { url, headers } = library;
    const read = async (key: string) => (await call(url, 'getSetting', { headers, params: { key } })).value;
    await page.goto('/admin/settings');
    const row = page.getByRole('group', { name: 'Clean-up schedule', exact: true });
    const kind = row.getByRole('combobox', { name: 'Clean-up schedule' });
    await expect(kind).toHaveValue('cron');
    await kind.selectOption('weekly');
    await row.getByLabel('Time', { exact: true }).fill('04:15');
    await row.getByRole('checkbox', { name: 'Wednesday' }).check();
    await expect(row.getByRole('status')).toContainText('Next:');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    const space = page.getByRole('spinbutton', { name: 'Storage limit' });
    await space.fill('0.05');
    await expect(page.getByText(/Must be a number, [\d.]+ MB or more$/)).toBeVisible();
    await space.fill('1.5');
    await page.getByRole('form', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('2 settings saved')).toBeVisible();
    expect(await read('exports.storage_cap_bytes')).toBe('1500000000');
    expect(await read('exports.cleanup_cron')).toBe('15 4 * * 0,3');
    for (const key of ['exports.storage_cap_bytes', 'exports.cleanup_cron']) {
      await call(url, 'resetSetting', { headers, params: { key } });
    }
  });
});
