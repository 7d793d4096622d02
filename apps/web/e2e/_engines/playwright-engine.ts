import type { Browser, LaunchOptions } from '@playwright/test';
import type { Engine, Scheme, Screen } from './screen.ts';

/** What Playwright says when the app loads its page again meanwhile. */
const GONE = /Execution context was destroyed/;

const SIZE = { width: 1280, height: 800 };

/** Firefox learns at its start what its pages prefer. */
const FIREFOX_SCHEMES: Readonly<Record<Scheme, LaunchOptions>> = {
  light: { firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 1 } },
  dark: { firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 0 } },
};

async function openScreen(browser: Browser, scheme: Scheme): Promise<Screen> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', colorScheme: scheme });
  const page = await context.newPage();
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    resize: async (width, height) => page.setViewportSize({ width, height }),
    clickAt: async (x, y) => page.mouse.click(x, y),
    press: async (key) => page.keyboard.press(key),
    type: async (text) => page.keyboard.type(text),
    run: async (task, given) => {
      for (;;) {
        try {
          return await page.evaluate(task as never, given);
        } catch (error) {
          if (!(error instanceof Error && GONE.test(error.message))) throw error;
          await page.waitForLoadState();
        }
      }
    },
    takePicture: async () => page.screenshot(),
    [Symbol.asyncDispose]: async () => context.close(),
  };
}

/** A browser that Playwright drives: Chromium, and Firefox through WebDriver BiDi, which needs one for each scheme. */
export function newPlaywrightEngine(name: string, launch: (options: LaunchOptions) => Promise<Browser>): Engine {
  const browsers = new Map<string, Promise<Browser>>();
  const start = async (key: string, options: LaunchOptions): Promise<Browser> => {
    const browser = browsers.get(key) ?? launch(options);
    browsers.set(key, browser);
    return browser;
  };
  return {
    openScreen: async (scheme) => {
      const browser = name === 'firefox' ? start(scheme, FIREFOX_SCHEMES[scheme]) : start('any', {});
      return openScreen(await browser, scheme);
    },
    [Symbol.asyncDispose]: async () => {
      for (const browser of browsers.values()) await (await browser).close();
    },
  };
}
