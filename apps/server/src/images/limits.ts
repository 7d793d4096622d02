import { DEFAULT_LIMITS } from '@lectern/formats';

/** Width times height of what is decoded at most, all frames of an animation together. */
export const MAX_PIXELS = DEFAULT_LIMITS.pixels;

/** After this long the making of one picture is given up. */
export const MAX_SECONDS = 30;
