import { call } from '@lectern/contract/client';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { onBoth } from './_harness/on-both.ts';

const test = newScannedTest(makeShelf);

onBoth(test, () => {
  test('a page that was never open waits for the server in its frame, and opens by itself', async ({
    page,
    library,
  }) => {
    await page.goto(`/library/${library.id}`);
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expectAccessibleInBoth(page);
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible();
    expect(loads).toBe(0);
  });

  test('a page whose code is gone after an upgrade is loaded again once, and then says so', async ({
    page,
    library,
  }) => {
    await page.goto(`/library/${library.id}`);
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
    const gone = /\/assets\/lists-frame-[^/]*\.js$/;
    await page.route(gone, async (route) => route.fulfill({ status: 404 }));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
    await reloaded;
    await expect(page.getByRole('heading', { name: 'This page cannot be loaded' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible();
  });

  test('the palette says that the server does not answer, not that it found nothing', async ({ page, library }) => {
    await page.goto(`/library/${library.id}`);
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('combobox')).toBeVisible();
    await page.context().setOffline(true);
    await palette.getByRole('combobox').fill('qqqqqq');
    await expect(palette.getByText('The server does not answer.')).toBeVisible();
    await expect(palette.getByText('Nothing found')).toHaveCount(0);
    await page.context().setOffline(false);
  });

  test('a dialog that was never open opens once the server is back', async ({ page, library }) => {
    await page.goto(`/library/${library.id}`);
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(page.getByText('This opens once the server answers again')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('a damaged page says so where it is seen, however it is fitted', async ({ page, library }) => {
    const { url, headers } = library;
    const { data } = await call(url, 'listBooks', { headers, query: { pageSize: 1 } });
    await page.route(/\/api\/v1\/books\/[^/]+\/pages\/\d+/, async (route) => route.fulfill({ status: 404, json: {} }));
    await page.setViewportSize({ width: 1200, height: 500 });
    await page.goto(`/read/${data[0]?.id ?? ''}?page=1`);
    const message = page.getByText('The file is damaged here. Other pages can still be read.').first();
    await expect(message).toBeInViewport();
    // Every way to fit a page, and back to the first.
    for (let turn = 0; turn < 4; turn += 1) {
      await page.keyboard.press('z');
      await expect(message).toBeInViewport();
    }
  });

  test('places of several books wait while a proxy answers for the server', async ({ page, library }) => {
    const { url, headers } = library;
    const { data } = await call(url, 'listBooks', { headers, query: { pageSize: 2 } });
    const ids = data.map(({ id }) => id);
    const saves = /\/api\/v1\/(?:books\/[^/]+\/progress|reading-sessions)$/;
    await page.route(saves, async (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502, body: 'Bad gateway' }),
    );
    for (const id of ids) {
      await page.goto(`/read/${id}?page=1`);
      await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-page="2"][data-status="ready"]')).toBeVisible();
    }
    await page.goto('/me/offline');
    await expect(page.getByText('Your place')).toHaveCount(2);
    await page.unroute(saves);
    for (const id of ids) {
      const findPage = async () => (await call(url, 'getProgress', { headers, params: { id } }))?.currentPage;
      await expect.poll(findPage).toBe(2);
    }
  });

  test('a reader fetches the pages again that a server did not answer for', async ({ page, library }) => {
    const { url, headers } = library;
    const { data } = await call(url, 'listBooks', { headers, query: { pageSize: 1 } });
    const pictures = /\/api\/v1\/books\/[^/]+\/pages\/\d+/;
    await page.route(pictures, async (route) => route.abort());
    // An earlier test left the book on its second page.
    await page.goto(`/read/${data[0]?.id ?? ''}?page=1`);
    await expect(page.getByText('Page 1 cannot be shown')).toBeVisible();
    await expect(page.getByText('The page loads by itself once it does').first()).toBeVisible();
    await page.unroute(pictures);
    await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
  });
});
