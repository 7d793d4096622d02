import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { BENCH_ACCOUNT } from './server-process.ts';

/** A desktop browser. Disposing closes it. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = ensureChromium();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}

/** A page of a signed-in user with an empty cache. Disposing closes it. */
export interface SignedInPage extends AsyncDisposable {
  readonly page: Page;
}

/** @param prepare runs in every document before its scripts */
export async function openPage(browser: Browser, url: string, prepare?: () => void): Promise<SignedInPage> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  await context.request.post('/api/v1/auth/login', { data: BENCH_ACCOUNT });
  if (prepare !== undefined) await context.addInitScript(prepare);
  return { page: await context.newPage(), [Symbol.asyncDispose]: async () => context.close() };
}
