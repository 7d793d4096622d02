import type { Browser } from '@playwright/test';
import type { Engine, Screen } from './screen.ts';

/** What Playwright says when the app loads its page again meanwhile. */
const GONE = /Execution context was destroyed/;

const SIZE = { width: 1280, height: 800 };

async function openScreen(browser: Browser): Promise<Screen> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB' });
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

/** A browser that Playwright drives: Chromium, and Firefox through WebDriver BiDi. */
export function newPlaywrightEngine(browser: Browser): Engine {
  return {
    openScreen: async () => openScreen(browser),
    [Symbol.asyncDispose]: async () => browser.close(),
  };
}
