import { call } from '@lectern/contract/client';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { onBoth } from './_harness/on-both.ts';

interface EditingFixtures {
  /** Resets books to the metadata of their files and returns their ids. */
  readonly untouched: (...files: readonly string[]) => Promise<readonly string[]>;
  readonly known: (bookId: string) => Promise<Record<string, unknown>>;
}

const test = newScannedTest(makeShelf).extend<EditingFixtures>({
  untouched: async ({ library: { url, headers, getBookId } }, use) => {
    await use(async (...files) => {
      const bookIds = files.map(getBookId);
      await call(url, 'resetManyBooks', { headers, body: { bookIds } });
      return bookIds;
    });
  },
  known: async ({ library: { url, headers } }, use) => {
    await use(async (id) => call(url, 'getBookMetadata', { headers, params: { id } }));
  },
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const unsaved = (page: Page) => page.getByRole('group', { name: 'Unsaved changes' });
const save = async (page: Page) => unsaved(page).getByRole('button', { name: 'Save', exact: true }).click();
const toastWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const undo = async (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last().click();
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

async function openEditor(page: Page, bookId: string): Promise<void> {
  await page.goto(`/book/${bookId}/edit`);
  await expect(page.getByRole('form', { name: 'Metadata' })).toBeVisible();
}

/** Checks the whole form, with nothing covered by the floating bar. */
async function expectFormAccessible(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...size, height: 6000 });
  await expectAccessibleInBoth(page);
  await expectNarrow(page);
  await page.setViewportSize(size);
}

async function openBooks(page: Page, libraryId: string): Promise<Locator> {
  await page.goto(`/library/${libraryId}/books`);
  const grid = page.getByRole('list', { name: 'Books' });
  await expect(grid.getByRole('link', { name: 'Lighthouse 01', exact: true })).toBeVisible();
  return grid;
}

onBoth(test, () => {
  test('an admin edits a book under locks that a scan respects, and undoes the edit', async ({
    page,
    library,
    untouched,
    known,
  }) => {
    const [bookId = ''] = await untouched('Lighthouse 01.cbz');
    await page.goto(`/book/${bookId}`);
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await expect(page.getByText('From the file or folder name').first()).toBeVisible();
    await field(page, 'Title').fill('The Lamp');
    await field(page, 'Year').fill('soon');
    await save(page);
    await expect(page.getByText('Enter a number')).toBeVisible();
    await expect(field(page, 'Year')).toBeFocused();
    await field(page, 'Year').fill('2012');
    await unsaved(page).getByText('Before and after').click();
    await expect(unsaved(page).locator('dd').filter({ hasText: 'The Lamp' })).toBeVisible();
    await expectFormAccessible(page);
    await save(page);
    await expect(toastWith(page, 'Saved 2 changes to “Lighthouse 01”')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'The Lamp' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Title is locked/ })).toBeVisible();

    const { url, headers, id } = library;
    await call(url, 'startScan', { headers, params: { id }, query: { mode: 'deep' } });
    const atWork = async () => {
      const { pending, running } = await call(url, 'getTaskStats', { headers });
      return pending + running;
    };
    await expect.poll(atWork, { timeout: 120_000 }).toBe(0);
    expect(await known(bookId)).toMatchObject({ title: 'The Lamp', year: 2012 });

    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: /^Changes to / });
    await expect(history.getByText('The Lamp').first()).toBeVisible();
    await expectAccessible(page);
    await history
      .getByRole('button', { name: /^Undo: Edited · anna/ })
      .first()
      .click();
    // an earlier run over the same book left changes that already say “Undone”
    await expect
      .poll(async () => await known(bookId))
      .toMatchObject({ title: null, year: null, locks: { titleLock: false, yearLock: false } });
    await expect(history.getByText('Undone').first()).toBeVisible();
  });
});

test('an admin edits a series of books by keyboard alone, and is warned before changes are lost', async ({
  page,
  untouched,
  known,
}) => {
  const [first = '', second = ''] = await untouched('Lighthouse 01.cbz', 'Lighthouse 02.cbz');
  await openEditor(page, first);
  await field(page, 'Publisher').focus();
  await page.keyboard.type('Harbour');
  await page.getByRole('button', { name: 'Lock Imprint so that scans leave it as it is' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Imprint is locked/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Next: edit Lighthouse 02' }).focus();
  await page.keyboard.press('Enter');
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leave).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await unsaved(page).getByRole('button', { name: 'Save and edit next' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(second));
  await expect
    .poll(async () => await known(first))
    .toMatchObject({ publisher: 'Harbour', locks: { imprintLock: true, publisherLock: true } });
  await field(page, 'Publisher').fill('Harbour');
  await page.keyboard.press('Control+s');
  await expect(toastWith(page, 'Saved 1 change to “Lighthouse 02”')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Publisher to the value of the files' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Resets to the value of the files.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await known(second))['publisher']).toBeNull();
});

test('the form takes pasted people and suggested genres, and names the invalid link', async ({
  page,
  untouched,
  known,
  library: { url, headers },
}) => {
  const [one = '', two = ''] = await untouched('Lighthouse 01.cbz', 'Lighthouse 02.cbz');
  await call(url, 'addBookGenre', { headers, params: { id: two }, body: { name: 'Mystery' } });
  await openEditor(page, one);
  await page.getByRole('button', { name: 'Paste list' }).click();
  await page.getByLabel('List of creators').fill('Ann Lee, Bo Dean (inks)\nLetters: Cy Dee');
  await page.getByRole('button', { name: 'Add 3 creators' }).click();
  await expect(page.getByLabel('Role of Bo Dean')).toHaveValue('inker');
  await page.getByRole('combobox', { name: 'Add genre' }).fill('myst');
  await page.getByRole('option', { name: /Mystery/ }).click();
  await expect(page.getByRole('button', { name: 'Remove Mystery' })).toBeVisible();
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByLabel('Link 1: Site').fill('Shop');
  await page.getByLabel('Link 1: Address').fill('shop.example');
  await save(page);
  await expect(page.getByText('Addresses begin with http:// or https://')).toBeVisible();
  await page.getByLabel('Link 1: Address').fill('https://shop.example/1');
  await page.getByRole('textbox', { name: 'Custom data' }).fill('{"shelf": 3}');
  await save(page);
  await expect(toastWith(page, 'Saved 4 changes')).toBeVisible();
  expect(await known(one)).toMatchObject({
    ...{ writer: 'Ann Lee', inker: 'Bo Dean', letterer: 'Cy Dee', genres: ['Mystery'], customMetadata: { shelf: 3 } },
  });
  await undo(page);
  await expect.poll(async () => (await known(one))['writer']).toBeNull();
});

test('the form shows the change of another admin and lets the admin choose', async ({
  page,
  untouched,
  known,
  library: { url, headers },
}) => {
  const [bookId = ''] = await untouched('Lighthouse 03.cbz');
  await openEditor(page, bookId);
  await field(page, 'Publisher').fill('Mine');
  const theirs = { publisher: 'Theirs', imprint: 'Also theirs' };
  await call(url, 'updateBookMetadata', { headers, params: { id: bookId }, body: theirs });
  await save(page);
  await expect(page.getByText('Another user changed this meanwhile.')).toBeVisible();
  await expect(field(page, 'Imprint')).toHaveValue('Also theirs');
  await expectFormAccessible(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expect(toastWith(page, 'Saved 1 change')).toBeVisible();
  expect(await known(bookId)).toMatchObject({ publisher: 'Mine', imprint: 'Also theirs' });
});

/** Fails unless a floating element leaves the side navigation uncovered. */
async function expectBesideNavigation(page: Page, floating: Locator): Promise<void> {
  // A page of another width has its new layout some frames later.
  await expect(async () => {
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const box = await floating.boundingBox();
    if (navigation === null || box === null) throw new Error('Nothing is shown');
    expect(box.x).toBeGreaterThanOrEqual(navigation.x + navigation.width);
  }).toPass({ timeout: 20_000 });
}

test('an admin edits a mouse selection, keeps locked fields and undoes all of it', async ({
  page,
  library,
  untouched,
  known,
}) => {
  const [one = '', two = '', three = ''] = await untouched(
    'Lighthouse 01.cbz',
    'Lighthouse 02.cbz',
    'Lighthouse 03.cbz',
  );
  const { url, headers } = library;
  await call(url, 'updateBookMetadata', { headers, params: { id: two }, body: { publisher: 'Kept' } });
  const grid = await openBooks(page, library.id);
  await grid.getByRole('link', { name: 'Lighthouse 01', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await grid.getByRole('link', { name: 'Lighthouse 03', exact: true }).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 books selected');
  await expectAccessibleInBoth(page);
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [640, 820, size.width]) {
    await page.setViewportSize({ ...size, width });
    await expectBesideNavigation(page, bar(page));
  }
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 books' });
  await expect(dialog.getByText('Mixed values').first()).toBeVisible();
  await dialog.getByLabel('Change Publisher').check();
  await dialog.getByLabel('New value: Publisher').fill('Harbour');
  await dialog.getByRole('combobox', { name: 'Add tag' }).fill('Loved');
  await dialog.getByRole('combobox', { name: 'Add tag' }).press('Enter');
  await expect(dialog.getByText('1 book has a locked value, which stays as it is.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Change 3 books' }).click();
  await expect(toastWith(page, 'Changed 3 books')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect(await known(one)).toMatchObject({ publisher: 'Harbour', tags: ['Loved'] });
  expect(await known(two)).toMatchObject({ publisher: 'Kept', tags: ['Loved'] });
  await undo(page);
  await expect.poll(async () => (await known(three))['tags']).toEqual([]);
  expect(await known(one)).toMatchObject({ publisher: null, tags: [] });
});

test('an admin selects all by keyboard, locks fields, undoes that and resets them', async ({
  page,
  library,
  untouched,
  known,
}) => {
  const [one = ''] = await untouched('Lighthouse 01.cbz');
  const grid = await openBooks(page, library.id);
  await grid.getByRole('link', { name: 'Lighthouse 01', exact: true }).focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 book selected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('2 books selected');
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('6 books selected');
  await bar(page).getByRole('button', { name: 'More actions for the selection' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Lock or unlock' }).press('Enter');
  const locks = page.getByRole('dialog', { name: 'Locks of 6 books' });
  await locks.getByLabel('Summary').press('Space');
  const lock = locks.getByRole('button', { name: 'Lock', exact: true });
  await expect(lock).toBeEnabled();
  await lock.press('Enter');
  await expect(toastWith(page, 'Changed 6 books')).toBeVisible();
  expect(await known(one)).toMatchObject({ locks: { summaryLock: true } });
  await undo(page);
  await expect.poll(async () => (await known(one))['locks']).toMatchObject({ summaryLock: false });

  const { url, headers } = library;
  await call(url, 'updateBookMetadata', { headers, params: { id: one }, body: { publisher: 'Harbour' } });
  await grid.getByRole('link', { name: 'Lighthouse 01', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'More actions for the selection' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Reset metadata' }).press('Enter');
  const back = page.getByRole('dialog', { name: 'Reset 6 books?' });
  await expectAccessible(page);
  const sure = back.getByRole('button', { name: 'Reset' });
  // the effect is previewed first
  await expect(sure).toBeEnabled();
  await sure.press('Enter');
  await expect.poll(async () => (await known(one))['publisher']).toBeNull();
  // what is below an open dialog takes no focus
  await expect(back).toHaveCount(0);
  await grid.getByRole('link', { name: 'Lighthouse 01', exact: true }).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

onBoth(test, () => {
  test('a reader selects by long press, marks read and undoes it', async ({ page, library, untouched }) => {
    const { url, headers } = library;
    const ids = await untouched('Lighthouse 01.cbz', 'Lighthouse 02.cbz');
    const listRead = async () =>
      Promise.all(ids.map(async (id) => (await call(url, 'getProgress', { headers, params: { id } }))?.completed));
    const grid = await openBooks(page, library.id);
    const tile = grid.getByRole('article').first();
    const box = await tile.boundingBox();
    if (box === null) throw new Error('No tile');
    const touch = await page.context().newCDPSession(page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(bar(page)).toContainText('1 book selected');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).toHaveURL(/\/books/);
    await grid.getByRole('checkbox', { name: 'Select Lighthouse 02' }).check();
    await expect(bar(page)).toContainText('2 books selected');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await bar(page).getByRole('button', { name: 'Mark read' }).click();
    await expect(toastWith(page, '2 books marked read')).toBeVisible();
    await undo(page);
    // the next run of this test finds both books unread
    await expect.poll(listRead).toEqual([undefined, undefined]);
    await expect(grid.getByText('3 pages').first()).toBeVisible();
  });
});

test('an admin edits a series and the terms shared by all series', async ({ page, library, untouched }) => {
  const { url, headers } = library;
  const [bookId = ''] = await untouched('Quiet Planet 01.cbr');
  const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
  const params = { id: book.seriesId };
  await call(url, 'resetSeriesMetadata', { headers, params });
  await page.goto(`/series/${book.seriesId}/edit`);
  await field(page, 'Status').selectOption('Ended');
  await page.getByRole('button', { name: 'Add alias' }).click();
  await page.getByLabel('Alias 1: Label').fill('Japanese');
  await page.getByLabel('Alias 1: Title').fill('Shizuka na wakusei');
  await page.getByRole('combobox', { name: 'Add genre' }).fill('SF');
  await page.getByRole('combobox', { name: 'Add genre' }).press('Enter');
  await expectFormAccessible(page);
  await save(page);
  await expect(toastWith(page, 'Saved 3 changes')).toBeVisible();
  const series = await call(url, 'getSeriesMetadata', { headers, params });
  expect(series).toMatchObject({ status: 'ended', alternateTitles: [{ title: 'Shizuka na wakusei' }] });

  await page.goto('/admin/metadata');
  await page.getByRole('button', { name: 'Actions for SF' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename SF' }).getByLabel('Name').fill('Science fiction');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  // hover keeps the toast open while the page is checked
  await page.getByText('Renamed “SF” to “Science fiction”').hover();
  await expect(page.getByRole('list', { name: 'Genres' })).toContainText('Science fiction');
  await expectAccessibleInBoth(page);
  await undo(page);
  await expect(page.getByRole('button', { name: 'Actions for SF' })).toBeVisible();
  await page.getByRole('radio', { name: 'Changes' }).check();
  await expect(page.getByText('Shizuka na wakusei').first()).toBeVisible();
  await expectAccessible(page);
});

onBoth(test, () => {
  test('an admin hides a series from a user by a sharing tag, and undoes it', async ({ page, library, untouched }) => {
    const { url, headers } = library;
    const [bookId = ''] = await untouched('Quiet Planet 01.cbr');
    const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
    const account = { username: `kid ${String(Date.now())}`, password: 'the same for all' };
    const { id } = await call(url, 'createUser', { headers, body: account });
    const { access_token: token } = await call(url, 'login', { body: account });
    const kid = { authorization: `Bearer ${token}` };
    const titles = async () =>
      (await call(url, 'listSeries', { headers: kid, query: { pageSize: '500' } })).data.map(({ title }) => title);
    const { title } = await call(url, 'getSeries', { headers, params: { id: book.seriesId } });
    const name = `Adults ${account.username}`;

    await page.goto('/admin/metadata?part=sharing');
    await page.getByRole('button', { name: 'Add sharing tag' }).click();
    const form = page.getByRole('dialog', { name: 'Add sharing tag' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Description').fill('Not before sixteen');
    await expectAccessible(page);
    await form.getByLabel('Description').press('Enter');
    await expect(toastWith(page, `Added “${name}”`)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sharing tags' })).toContainText('Not before sixteen');
    await expectAccessibleInBoth(page);
    await expectNarrow(page);

    await page.goto(`/series/${book.seriesId}/edit`);
    await page.locator('summary').getByText('Sharing tags').click();
    await page.getByRole('checkbox', { name }).check();
    await expect(toastWith(page, `Changed who can see “${title}”`)).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);

    await page.goto(`/admin/users/${id}`);
    await expect(page.getByText('Sees all series in their libraries, whatever their tags.')).toBeVisible();
    expect(await titles()).toContain(title);
    await page.getByLabel(name).selectOption('Hide');
    await expect(toastWith(page, 'is hidden from')).toBeVisible();
    await undo(page);
    await expect(page.getByLabel(name)).toHaveValue('none');
    await expect.poll(titles).toContain(title);
    await page.getByLabel(name).selectOption('Hide');
    await expect(page.getByText(`Sees all series in their libraries except those tagged “${name}”.`)).toBeVisible();
    await expect.poll(titles).not.toContain(title);
    await expectAccessibleInBoth(page);
    await expectNarrow(page);

    await page.goto('/admin/metadata?part=changes');
    const granted = page.getByRole('listitem').filter({ hasText: `Sharing tag for ${account.username}` });
    await expect(granted.first()).toContainText(name);

    // by keyboard
    await page.goto('/admin/metadata?part=sharing');
    const actions = page.getByRole('button', { name: `Actions for ${name}` });
    await actions.focus();
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(question.getByText('1 account has a rule for it')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(toastWith(page, `Deleted “${name}”`)).toBeVisible();
    await expect.poll(titles).toContain(title);
    await undo(page);
    await expect(page.getByRole('list', { name: 'Sharing tags' })).toContainText(name);
    await expect.poll(titles).not.toContain(title);
    await call(url, 'deleteUser', { headers, params: { id } });
    const { data } = await call(url, 'listSharingTags', { headers, query: { search: name } });
    for (const tag of data) await call(url, 'deleteSharingTag', { headers, params: { id: tag.id } });
  });
});
