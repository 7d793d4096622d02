import { makeCreditsShelf } from './make-credits-shelf.ts';
import { newScannedTest } from './scanned-test.ts';

/** A test with a shelf whose books name people, publishers and characters, and which lacks some books. */
export const test = newScannedTest(makeCreditsShelf);

export { expect } from '@playwright/test';
