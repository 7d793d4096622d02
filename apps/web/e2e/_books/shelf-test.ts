import { makeShelf } from './make-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/** Playwright's `test` with a small shelf for all tests of a file; none of them may count on what another one left. */
export const test = newScannedTest(makeShelf);

export { expect } from '@playwright/test';
