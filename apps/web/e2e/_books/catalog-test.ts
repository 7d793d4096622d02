import { makeCatalogShelf } from './make-catalog-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/** A test with a shelf of many series with rich metadata. */
export const test = newScannedTest(makeCatalogShelf);

export { expect } from '@playwright/test';
