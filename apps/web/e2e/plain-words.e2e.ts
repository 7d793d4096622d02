import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { listAllPages, openWhole, WALK_MS } from './_books/all-pages.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test.describe.configure({ timeout: WALK_MS });

/** Lines of the log and addresses of the API, for operators. */
const FOR_OPERATORS = /^\/admin\/(?:log|metrics)/;

const RAW = [
  // constants and codes
  /\b[A-Z]{2,}_[A-Z_]+\b/g,
  // kinds and states as the API names them
  /\b[a-z]+_[a-z_]+\b/g,
  /\b[a-z]+[A-Z][a-z]+\b/g,
  // ids
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
];

async function readText(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    // The audit log shows its data as the API has them.
    for (const part of document.querySelectorAll<HTMLDetailsElement>('details:not(:has(pre))')) part.open = true;
    return [document.body.innerText, ...named].join('\n');
  });
}

test('no page shows a key, an id or a word of the API', async ({ page, library }) => {
  const { url, headers, name } = library;
  await call(url, 'createBackup', { headers });
  const keys = (await call(url, 'listSettings', { headers })).map(({ key }) => key);
  for (const path of await listAllPages(library)) {
    if (FOR_OPERATORS.test(path)) continue;
    await openWhole(page, path);
    // the folder of the library has a random name
    const text = (await readText(page)).replaceAll(name, '');
    const raw = [...RAW.flatMap((pattern) => text.match(pattern) ?? []), ...keys.filter((key) => text.includes(key))];
    expect.soft([...new Set(raw)], path).toEqual([]);
  }
});
