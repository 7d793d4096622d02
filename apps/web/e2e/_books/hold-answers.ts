import type { Page, Request } from '@playwright/test';

/** Held-back server answers. Disposing releases them. */
interface HeldAnswers extends AsyncDisposable {
  /** "PUT /api/v1/series/…" of each waiting request, oldest first. */
  readonly asked: readonly string[];
  /** Releases waiting and future requests. */
  readonly release: () => Promise<void>;
}

/**
 * Delays changing requests until `release`, as on a slow connection.
 * @param path part of their paths
 */
export async function holdAnswers(page: Page, path: string): Promise<HeldAnswers> {
  const asked: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isHeld = (url: URL) => url.pathname.includes(path);
  const isChange = (request: Request) => request.method() !== 'GET';
  await page.route(isHeld, async (route, request) => {
    if (isChange(request)) {
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
      await gate;
    }
    await route.continue();
  });
  const release = async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
  return { asked, release, [Symbol.asyncDispose]: release };
}
