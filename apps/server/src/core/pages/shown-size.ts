import type { PageRecord } from '@lectern/formats';

/** Orientations from here on lay the picture on its side. */
const FIRST_SIDEWAYS = 5;

/**
 * The sides of a page as it is seen: a picture that asks to be turned by a quarter has them exchanged.
 * @see EXIF 2.32, tag Orientation
 */
export function shownSize({
  width,
  height,
  orientation = 1,
}: Pick<PageRecord, 'width' | 'height' | 'orientation'>): Pick<PageRecord, 'width' | 'height'> {
  return orientation < FIRST_SIDEWAYS ? { width, height } : { width: height, height: width };
}
