import { makeShelf } from './make-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/**
 * Playwright's `test` with a small shelf for all files that use it: none of them changes its books, or counts on what another
 * one left.
 */
export const test = newScannedTest(makeShelf);

export { expect } from '@playwright/test';
