const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** The part of any `test` used here. */
interface Test {
  readonly describe: (title: string, callback: () => void) => void;
  readonly use: (options: typeof PHONE) => void;
}

/**
 * Adds tests that depend on screen size or touch. They run on a desktop and on a phone against one server, so a test
 * must leave the server as the second run needs it.
 */
export function onBoth(test: Test, addTests: () => void): void {
  test.describe('on a desktop', addTests);
  test.describe('on a phone', () => {
    test.use(PHONE);
    addTests();
  });
}
