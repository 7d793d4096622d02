import { t } from '@lingui/core/macro';
import { renewSession } from '#lib/session.ts';
import { ServerAwayError } from './page-store.ts';

/** From this status on, a proxy or the server says that the server is away. */
const AWAY_STATUS = 502;

/** Status of a page behind a link that has ended. */
const GONE: ReadonlySet<number> = new Set([401, 404]);

interface Loading {
  readonly signal: AbortSignal;
  /** Whether the page is behind a link. */
  readonly isLinked?: boolean;
}

/** Why an image failed to load, for the user; undefined when the cause was fixed meanwhile. */
async function findReason(address: string, { signal, isLinked = false }: Loading): Promise<Error | undefined> {
  const askedAt = Date.now();
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
    if (response.ok) return new Error(t`The picture is damaged, or this browser cannot show its format.`);
    if (isLinked && GONE.has(response.status)) return new Error(t`This link no longer works`);
    if (response.status === 401 && (await renewSession(askedAt))) return undefined;
    if (response.status >= AWAY_STATUS)
      return new ServerAwayError(t`The server is not ready. The page loads by itself once it is.`);
    if (response.status === 404) return new Error(t`The file is damaged here. Other pages can still be read.`);
    if (response.status === 403) return new Error(t`You no longer have access to this book.`);
    const { status } = response;
    return new Error(t`The server could not read the page (error ${status}). Its log says more.`);
  } catch {
    return new ServerAwayError(t`The server does not answer. The page loads by itself once it does.`);
  }
}

/**
 * Loads and decodes an image, so that showing it costs no frame.
 * @throws {Error} with a message for the user; any error once `signal` is aborted
 */
export async function loadImage(address: string, alt: string, loading: Loading): Promise<HTMLImageElement> {
  const image = new Image();
  image.alt = alt;
  image.draggable = false;
  loading.signal.addEventListener('abort', () => image.removeAttribute('src'), { once: true });
  image.src = address;
  try {
    await image.decode();
  } catch {
    const reason = await findReason(address, loading);
    if (reason !== undefined) throw reason;
    image.src = address;
    await image.decode();
  }
  return image;
}
