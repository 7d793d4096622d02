import { makeShelf } from './make-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/** A test with a small shelf shared by several files; no test changes its books or relies on another test. */
export const test = newScannedTest(makeShelf);

export { expect } from '@playwright/test';
