import { makeCatalogShelf } from './make-catalog-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/** Playwright's `test` with a shelf of many series of which much is known. */
export const test = newScannedTest(makeCatalogShelf);

export { expect } from '@playwright/test';
