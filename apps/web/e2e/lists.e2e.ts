import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expect, test } from './_books/shelf-test.ts';
import { onBoth } from './_harness/on-both.ts';

const BOOKS = ['Lighthouse 01.cbz', 'Lighthouse 02.cbz', 'Lighthouse 03.cbz', 'Quiet Planet 02.cbz'] as const;

/** Creates a reading list of four books with a unique name. */
async function newReadList({ url, headers, getBookId }: ScannedLibrary, name: string): Promise<string> {
  const body = { name, bookIds: BOOKS.map((file) => getBookId(file)) };
  return (await call(url, 'createReadList', { headers, body })).id;
}

async function seriesIds({ url, headers }: ScannedLibrary): Promise<readonly string[]> {
  const { data } = await call(url, 'listSeries', { headers, query: { sort: 'title,asc' } });
  return data.map(({ id }) => id);
}

/** Checks the row titles in order. */
async function expectRows(page: Page, titles: readonly string[]): Promise<void> {
  await expect(page.getByRole('list', { name: 'Books' }).getByRole('heading', { level: 3 })).toHaveText([...titles]);
}

/** Book titles of a reading list on the server. */
async function storedOrder({ url, headers }: ScannedLibrary, id: string): Promise<readonly string[]> {
  return (await call(url, 'listReadListBooks', { headers, params: { id }, query: {} })).data.map(({ title }) => title);
}

const FIRST = ['Lighthouse 01', 'Lighthouse 02', 'Lighthouse 03', 'Quiet Planet 02'] as const;
const [ONE, TWO, THREE, FOUR] = FIRST;

test('an admin creates, describes and deletes a reading list', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible();
  await page.getByRole('link', { name: 'Reading lists' }).click();
  await page.getByRole('button', { name: 'New reading list' }).click();
  const form = page.getByRole('dialog', { name: 'New reading list' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Give the reading list a name')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Made by hand');
  await form.getByRole('textbox', { name: 'Description' }).fill('To be read in winter');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Made by hand' })).toBeVisible();
  await expect(page.getByText('To be read in winter')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No books yet' })).toBeVisible();
  await expectAccessibleInBoth(page);
  const actions = page.getByRole('button', { name: 'Actions for Made by hand' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Made by hand' })).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('The books themselves stay');
  await page.getByRole('button', { name: 'Delete reading list' }).click();
  await expect(page).toHaveURL(/\/lists\/reading$/);
  await expect(page.getByRole('link', { name: 'Made by hand' })).toHaveCount(0);
});

onBoth(test, () => {
  test('an admin reorders a reading list by keyboard, by menu and by dragging', async ({ page, library, isMobile }) => {
    const id = await newReadList(library, `In order ${isMobile ? 'by touch' : 'by mouse'}`);
    await page.goto(`/list/reading/${id}`);
    await expectRows(page, FIRST);
    await expectNarrow(page);
    await expectAccessible(page);

    const handle = page.getByRole('button', { name: `Move ${ONE}` });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expectRows(page, [TWO, THREE, ONE, FOUR]);
    await expect(handle).toBeFocused();
    await expect(page.getByText(`“${ONE}” is now number 3 of 4`)).toBeAttached();
    await page.keyboard.press('Home');
    await expectRows(page, FIRST);

    await page.getByRole('button', { name: `Actions for ${FOUR}` }).click();
    await page.getByRole('menuitem', { name: 'Move to position…' }).click();
    const ask = page.getByRole('dialog', { name: `Move “${FOUR}”` });
    await ask.getByRole('textbox', { name: 'Position' }).fill('9');
    await ask.getByRole('button', { name: 'Move' }).click();
    await expect(ask.getByText('Enter a number from 1 to 4')).toBeVisible();
    await ask.getByRole('textbox', { name: 'Position' }).fill('2');
    await ask.getByRole('button', { name: 'Move' }).click();
    await expectRows(page, [ONE, FOUR, TWO, THREE]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expectRows(page, FIRST);

    await dragBelow(page, ONE, THREE, isMobile);
    await expectRows(page, [TWO, THREE, ONE, FOUR]);
    await expect.poll(async () => storedOrder(library, id)).toEqual([TWO, THREE, ONE, FOUR]);
    await page.reload();
    await expectRows(page, [TWO, THREE, ONE, FOUR]);
  });
});

/** Drags a row below another one by its handle, by mouse or touch. */
async function dragBelow(page: Page, title: string, other: string, byTouch: boolean): Promise<void> {
  const from = await page.getByRole('button', { name: `Move ${title}` }).boundingBox();
  const to = await page.getByRole('button', { name: `Move ${other}` }).boundingBox();
  if (from === null || to === null) throw new Error('The handles are not on the screen');
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const end = { x: start.x, y: to.y + to.height };
  if (!byTouch) {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: typeof start) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  await touch('touchStart', start);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', { x: start.x, y: start.y + (end.y - start.y) * share });
  }
  await touch('touchEnd');
}

onBoth(test, () => {
  test('an admin adds a book to several lists at once, one of them new, and removes it again', async ({
    page,
    library,
    isMobile,
  }) => {
    const mark = isMobile ? 'on the phone' : 'on the desk';
    const id = await newReadList(library, `Known ${mark}`);
    const book = library.getBookId('Quiet Planet 01.cbr');
    await page.goto(`/book/${book}`);
    await page.getByRole('button', { name: 'Actions for Quiet Planet 01' }).click();
    await page.getByRole('menuitem', { name: 'Add to lists' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add “Quiet Planet 01” to lists' });
    await expect(dialog.getByRole('checkbox', { name: `Known ${mark}` })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: `Known ${mark}` }).check();
    const search = dialog.getByRole('searchbox', { name: 'Find a list or name a new one' });
    await search.fill(`Fresh ${mark}`);
    await dialog.getByRole('button', { name: `New reading list “Fresh ${mark}”` }).click();
    await expect(dialog.getByRole('checkbox', { name: `Fresh ${mark}` })).toBeChecked();
    await expectAccessible(page);
    await expectNarrow(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(
      page.getByText(/^Added to “Known .*” and “Fresh .*”$|^Added to “Fresh .*” and “Known .*”$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await storedOrder(library, id)).length).toBe(BOOKS.length);

    // a list that already contains the book is ticked, and can be unticked
    await page.goto(`/book/${library.getBookId('Lighthouse 01.cbz')}`);
    await page.getByRole('button', { name: 'Actions for Lighthouse 01' }).click();
    await page.getByRole('menuitem', { name: 'Add to lists' }).click();
    const known = page.getByRole('dialog').getByRole('checkbox', { name: `Known ${mark}` });
    await expect(known).toBeChecked();
    await known.uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => storedOrder(library, id)).toEqual(FIRST.slice(1));
  });
});

test('undo returns a removed book to its place in the list', async ({ page, library }) => {
  const id = await newReadList(library, 'Taken out');
  await page.goto(`/list/reading/${id}`);
  await page.getByRole('button', { name: `Actions for ${TWO}` }).click();
  await page.getByRole('menuitem', { name: 'Remove from reading list' }).click();
  await expectRows(page, [ONE, THREE, FOUR]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectRows(page, FIRST);
});

test('a reading list shows the progress of the reader and continues', async ({ page, library }) => {
  const id = await newReadList(library, 'Going on');
  const { url, headers, getBookId } = library;
  const params = { id: getBookId('Lighthouse 01.cbz') };
  await call(url, 'markBookRead', { headers, params });
  await page.goto(`/list/reading/${id}`);
  await expect(page.getByText('1 of 4 books read')).toBeVisible();
  const next = page.getByRole('link', { name: 'Read next: “Lighthouse 02”' });
  await expect(next).toHaveAttribute('href', `/read/${getBookId('Lighthouse 02.cbz')}`);
  await call(url, 'markBookUnread', { headers, params });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Read “Lighthouse 01”' })).toBeVisible();
});

test('an admin reorders a manual collection, and a rule fills an automatic one', async ({ page, library }) => {
  const { url, headers } = library;
  const ids = await seriesIds(library);
  const body = { name: 'By hand', ordered: true, seriesIds: [...ids] };
  const { id } = await call(url, 'createCollection', { headers, body });
  await page.goto(`/list/collection/${id}`);
  const tiles = page.getByRole('list', { name: 'Series' }).getByRole('heading', { level: 3 });
  await expect(tiles).toHaveText(['Lighthouse', 'Quiet Planet', 'Torn Pages']);
  await page.getByRole('button', { name: 'Change order' }).click();
  await page.getByRole('button', { name: 'Actions for Torn Pages' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(tiles).toHaveText(['Lighthouse', 'Torn Pages', 'Quiet Planet']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(tiles).toHaveText(['Lighthouse', 'Torn Pages', 'Quiet Planet']);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('title');
  await expect(tiles).toHaveText(['Lighthouse', 'Quiet Planet', 'Torn Pages']);
  await expect(page).toHaveURL(/sort=title/);

  const condition = { name: { operator: 'contains', value: 'light' } };
  const rule = await call(url, 'createCollection', { headers, body: { name: 'By rule', condition } });
  await page.goto('/lists/collections');
  await expect(page.getByRole('article').filter({ hasText: 'By a rule' }).getByRole('link')).toHaveText(['By rule']);
  await page.goto(`/list/collection/${rule.id}`);
  await expect(tiles).toHaveText(['Lighthouse']);
  await expectAccessible(page);
});

test('an admin creates a collection by a rule', async ({ page }) => {
  await page.goto('/lists/collections');
  await page.getByRole('button', { name: 'New collection' }).click();
  const form = page.getByRole('dialog', { name: 'New collection' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Planets');
  await form.getByRole('radio', { name: 'By a rule' }).check();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Add at least one complete condition')).toBeVisible();
  await expectAccessible(page);
});

onBoth(test, () => {
  test('a reader keeps and orders a want-to-read list that the home page shows', async ({ page, library }) => {
    const { url, headers } = library;
    // the button shows the pending state, and leaving the page would cancel the request
    const stored = async () => (await call(url, 'listWantToRead', { headers, query: {} })).total;
    await page.goto(`/book/${library.getBookId('Lighthouse 02.cbz')}`);
    const want = page.getByRole('button', { name: 'Want to read' });
    await want.click();
    await expect(want).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(stored).toBe(1);
    const [lighthouse = ''] = await seriesIds(library);
    await page.goto(`/series/${lighthouse}`);
    await want.click();
    await expect(want).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(stored).toBe(2);

    await page.goto('/lists');
    const tiles = page.getByRole('list', { name: 'Want to read' }).getByRole('heading', { level: 3 });
    await expect(tiles).toHaveText(['Lighthouse', 'Lighthouse 02']);
    await expectAccessible(page);
    await expectNarrow(page);
    await page.getByRole('button', { name: 'Change order' }).click();
    await expect(tiles).toHaveText(['Lighthouse 02', 'Lighthouse']);
    await page.getByRole('button', { name: 'Move Lighthouse', exact: true }).press('ArrowUp');
    await expect(tiles).toHaveText(['Lighthouse', 'Lighthouse 02']);
    await page.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove from the list' }).click();
    await expect(tiles).toHaveText(['Lighthouse 02']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(tiles).toHaveText(['Lighthouse', 'Lighthouse 02']);

    await page.goto('/');
    const row = page.getByRole('region', { name: 'Want to read' });
    await expect(row.getByRole('heading', { level: 3 })).toHaveText(['Lighthouse', 'Lighthouse 02']);
    for (const [left, title] of [
      [1, 'Lighthouse'],
      [0, 'Lighthouse 02'],
    ] as const) {
      await page.goto('/lists');
      await page.getByRole('link', { name: title, exact: true }).click();
      await want.click();
      await expect(want).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(stored).toBe(left);
    }
  });
});

test('a reader chooses and orders the rows of the home page', async ({ page }) => {
  const preferences = page.waitForResponse(/\/user\/preferences$/);
  await page.goto('/');
  await preferences;
  const rows = page.locator('section[aria-label^="Recently"]').getByRole('heading', { level: 2 });
  await expect(rows).toHaveText(['Recently added books', 'Recently added series']);
  await page.getByRole('button', { name: 'Choose rows' }).click();
  const dialog = page.getByRole('dialog', { name: 'Home rows' });
  await dialog.getByRole('button', { name: 'Move “Recently added series” up' }).click();
  await dialog.getByRole('checkbox', { name: 'Recently updated series' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveText(['Recently added series', 'Recently added books', 'Recently updated series']);
  await page.getByRole('button', { name: 'Choose rows' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveText(['Recently added books', 'Recently added series']);
});

onBoth(test, () => {
  test('a reader rates a series by mouse, touch and keyboard, adds a note and removes the rating', async ({
    page,
    library,
  }) => {
    const [, planet = ''] = await seriesIds(library);
    const { url, headers } = library;
    const stored = async () => (await call(url, 'getRating', { headers, params: { id: planet } }))?.rating;
    await page.goto(`/series/${planet}`);
    const stars = page.getByRole('slider', { name: 'Your rating' });
    await expect(stars).toHaveAttribute('aria-valuetext', 'Not rated');
    const box = await stars.boundingBox();
    if (box === null) throw new Error('The stars are not on the screen');
    await stars.click({ position: { x: box.width * 0.75, y: box.height / 2 } });
    await expect(stars).toHaveAttribute('aria-valuetext', '4 of 5 stars');
    await expect(page.getByText('on average')).toHaveCount(0);
    await stars.press('ArrowLeft');
    await expect(stars).toHaveAttribute('aria-valuetext', '3.5 of 5 stars');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Calm and slow');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Calm and slow')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(stars).toHaveAttribute('aria-valuetext', 'Not rated');
    // the stars show the pending state, the toast the stored one
    await expect(page.getByText('Removed your rating of “Quiet Planet”')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByText('Calm and slow')).toBeVisible();
    // The undo is stored, so that what the server lacks afterwards was removed.
    await expect.poll(stored).toBeDefined();
    await stars.press('Delete');
    await expect(stars).toHaveAttribute('aria-valuetext', 'Not rated');
    await expect.poll(stored).toBeUndefined();
  });
});

test('a reader sees the reading history of a book and marks everything up to it read', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const third = getBookId('Lighthouse 03.cbz');
  // earlier tests of this library may have completed the book
  await call(url, 'deleteReadHistory', { headers });
  await page.goto(`/book/${third}`);
  await page.getByRole('button', { name: 'Actions for Lighthouse 03' }).click();
  await page.getByRole('menuitem', { name: 'Mark read up to here' }).click();
  await expect(page.getByText('3 books marked read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark unread' })).toBeVisible();
  await page.getByText('Reading history').click();
  await expect(page.getByText('You have read it once.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Delete the entry of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You have not read this book to the end yet.')).toBeVisible();
  for (const file of BOOKS.slice(0, 3)) await call(url, 'markBookUnread', { headers, params: { id: getBookId(file) } });
  await page.reload();
  await page.getByRole('button', { name: 'Mark read', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('button', { name: 'Mark read', exact: true })).toBeVisible();
  await page.getByText('Reading history').click();
  // undo removed the entry of the history too
  await expect(page.getByText('You have not read this book to the end yet.')).toBeVisible();
});

test('a reader marks a whole series read and undoes it', async ({ page, library }) => {
  const [lighthouse = ''] = await seriesIds(library);
  await page.goto(`/series/${lighthouse}`);
  await page.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark all read' }).click();
  await expect(page.getByText('All read', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('All read', { exact: true })).toHaveCount(0);
});

test('a list keeps its loaded part when another page fails to load', async ({ page, library }) => {
  const { url, headers } = library;
  // more members than two pages of sixty
  for (let number = 1; number <= 130; number += 1) {
    await call(url, 'createCollection', { headers, body: { name: `Zone ${String(number).padStart(3, '0')}` } });
  }
  const isLater = (address: URL) =>
    address.pathname.endsWith('/collections') && address.searchParams.get('page') === '3';
  await page.route(isLater, async (route) => route.abort());
  await page.goto('/lists/collections');
  await page.getByRole('link', { name: 'Zone 001' }).focus();
  await page.keyboard.press('End');
  const missing = page.getByRole('alert').filter({ hasText: 'The server does not answer' });
  await expect(missing).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'wait' });
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Zone 130' })).toBeInViewport();
  await expect(missing).toBeHidden();
});

test('a list page has one h1 while its content loads', async ({ page }) => {
  await page.goto('/lists');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lists');
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/assets/list-grids*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await expect(page.getByText('Loading the page')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  open();
  await expect(page.getByText('Loading the page')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.unrouteAll({ behavior: 'wait' });
});
