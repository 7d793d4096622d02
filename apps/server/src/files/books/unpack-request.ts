import type { PackedEntry } from '@lectern/formats';
import type { Place } from '../opening/place.ts';
import type { PackDamage, PackedPage } from './pack-file.ts';

/** Asks a thread to unpack the wanted page and the pages that go with it. `unpack-worker.ts` answers. */
export interface UnpackRequest {
  readonly kind: 'unpack';
  readonly place: Place;
  readonly wanted: PackedEntry;
  /** An empty file for the pages. */
  readonly target: string;
  /** Limit for all pages together, unless one page is larger. */
  readonly maxBytes: number;
}

/** Progress: first the planned entries, then the place or the damage of each. */
export type UnpackProgress =
  | { readonly kind: 'planned'; readonly indexes: readonly number[]; readonly bytes: number }
  | ({ readonly kind: 'page'; readonly index: number } & PackedPage)
  | ({ readonly kind: 'damaged'; readonly index: number } & PackDamage);

/** `no-room`: the disk of the target refused. */
export type UnpackAnswer = 'done' | 'no-room';
