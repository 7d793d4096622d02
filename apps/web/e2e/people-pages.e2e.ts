import { expect, test } from './_books/credits-test.ts';
import { expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';

test('a reader goes from a book to a person, through their roles, and to all people', async ({ page, library }) => {
  await page.goto(`/book/${library.getBookId('Harbour v01.cbz')}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Harbour Watch' })).toBeVisible();
  await main.getByRole('link', { name: 'Ada Marsh' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Marsh' })).toBeVisible();
  await expect(page.getByText('2 series, 3 books')).toBeVisible();
  const series = page.getByRole('list', { name: 'Series' });
  await expect(series.getByRole('listitem')).toHaveCount(2);
  await main.getByRole('radio', { name: 'Books' }).check();
  const books = page.getByRole('list', { name: 'Books' });
  await expect(books.getByRole('listitem')).toHaveCount(3);
  await expectAccessibleInBoth(page);

  await page.getByRole('link', { name: 'Penciller 2' }).click();
  await expect(page).toHaveURL(/role=penciller/);
  await expect(series.getByRole('listitem')).toHaveCount(1);
  await main.getByRole('radio', { name: 'Books' }).check();
  await expect(books.getByRole('listitem')).toHaveCount(2);
  await main.getByRole('radio', { name: 'Series' }).check();
  await expect(series.getByRole('link', { name: 'Harbour' })).toBeVisible();

  await main.getByRole('link', { name: 'Creators', exact: true }).click();
  const people = page.getByRole('list', { name: 'Creators' });
  await expect(people.getByRole('listitem')).toContainText(['Ursula Le Guin', 'Ada Marsh', 'Bo Quill']);
  await expectAccessibleInBoth(page);
  await page.getByRole('searchbox', { name: 'Name' }).fill('quill');
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Name' }).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No names found' })).toBeVisible();
});

test('a reader finds publishers, imprints, characters and teams', async ({ page }) => {
  await page.goto('/people/publisher');
  const main = page.getByRole('main');
  const names = (label: string) => main.getByRole('list', { name: label }).getByRole('listitem');
  await expect(names('Publishers')).toContainText(['Night Press', 'Orbit House', 'Small Hours']);
  await main.getByRole('link', { name: 'Night Press' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Night Press' })).toBeVisible();
  await expect(page.getByText('1 series, 3 books')).toBeVisible();
  await page.goto('/people/character');
  await expect(names('Characters')).toContainText(['Old Tom', 'The Keeper']);
  await main.getByRole('link', { name: 'Old Tom' }).click();
  await expect(page.getByText('1 series, 2 books')).toBeVisible();
  await main.getByRole('link', { name: 'Characters' }).click();
  await main.getByRole('link', { name: 'Teams' }).click();
  await main.getByRole('link', { name: 'Harbour Watch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Watch' })).toBeVisible();
  await page.goto('/people/character?name=Nothing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Books' })).toHaveCount(0);
});

test('the search leads to a person', async ({ page }) => {
  await page.goto('/libraries');
  await page.getByRole('combobox', { name: 'Search' }).fill('quill');
  await page.getByRole('option', { name: /^Bo Quill/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Quill' })).toBeVisible();
});

test('a library shows its books by author', async ({ page, library }) => {
  await page.goto(`/library/${library.id}`);
  await page.getByRole('link', { name: 'Authors' }).click();
  const shelf = page.getByRole('region', { name: 'Ada Marsh' });
  await expect(shelf.getByRole('article')).toHaveCount(3);
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(['Harbour v01', 'Harbour v02', 'Orchard']);
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Ursula Le Guin');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await shelf.getByRole('link', { name: /^Ada Marsh/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Marsh' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '6 books without an author' }).click();
  await expect(page.getByRole('list', { name: 'Books' }).getByRole('listitem')).toHaveCount(6);
});
