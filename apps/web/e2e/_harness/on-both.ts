const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** What is used here of a `test`, whatever fixtures it has. */
interface Test {
  readonly describe: (title: string, callback: () => void) => void;
  readonly use: (options: typeof PHONE) => void;
}

/**
 * Adds tests of which the size of the screen or touch matters: they run on a desktop and on a phone, against one server. What
 * they leave there must not change how they run again.
 */
export function onBoth(test: Test, addTests: () => void): void {
  test.describe('on a desktop', addTests);
  test.describe('on a phone', () => {
    test.use(PHONE);
    addTests();
  });
}
