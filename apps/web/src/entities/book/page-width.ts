import type { BookPage } from '@lectern/contract';

/** The widest image that the server makes. */
export const WIDEST_PIXELS = 4096;
const STEPS = [480, 720, 1080, 1440, 1920, 2560, 3200, WIDEST_PIXELS];

/** The smallest requested width that suffices. Few distinct widths keep server and browser caches effective. */
export function widthStep(devicePixels: number): number {
  return STEPS.find((step) => step >= devicePixels) ?? WIDEST_PIXELS;
}

/** Making a page a little smaller saves nothing. */
export const WORTHWHILE = 1.15;

/** Width to request for a stored page on this screen; undefined for the stored page itself. */
export function storedPageWidth(stored: Pick<BookPage, 'width'> | undefined, devicePixels: number): number | undefined {
  const step = widthStep(devicePixels);
  return typeof stored?.width === 'number' && stored.width >= step * WORTHWHILE ? step : undefined;
}
