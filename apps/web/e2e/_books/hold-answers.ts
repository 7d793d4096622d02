import type { Page, Request } from '@playwright/test';

/** Answers of the server that are held back. Disposing lets them all go. */
interface HeldAnswers extends AsyncDisposable {
  /** "PUT /api/v1/series/…" of the requests that are waiting for theirs, in the order in which they came. */
  readonly asked: readonly string[];
  /** Lets go of all that are held, and of all that come. */
  readonly release: () => Promise<void>;
}

/**
 * Lets requests that change something reach the server only once they are released, as on a slow connection.
 * @param path what their paths contain
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
