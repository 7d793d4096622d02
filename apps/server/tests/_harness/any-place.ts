import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Place } from '#files/opening/place.ts';
import type { Places } from '#files/opening/places.ts';

/** A file that belongs to the folder that it lies in. */
export function toPlace(path: string): Place {
  return { path, root: dirname(path), dataDir: `${realpathSync(tmpdir())}/no data folder` };
}

/** For files outside any library. */
export const anyPlace: Places = {
  of: async (path) => toPlace(path),
  check: async () => undefined,
  [Symbol.dispose]: () => undefined,
};
