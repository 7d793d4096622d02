import type { PackedEntry } from '@lectern/formats';
import type { Place } from '../opening/place.ts';
import type { PackDamage, PackedPage } from './pack-file.ts';

/** What a thread is asked: to unpack the pages that go with the wanted one. `unpack-worker.ts` answers. */
export interface UnpackRequest {
  readonly kind: 'unpack';
  readonly place: Place;
  readonly wanted: PackedEntry;
  /** An empty file that the pages are written to, one after the other. */
  readonly target: string;
  /** Bytes of all pages together, unless one alone is larger. */
  readonly maxBytes: number;
}

/** What it tells meanwhile: which entries will come, then where each lies or why it does not. */
export type UnpackProgress =
  | { readonly kind: 'planned'; readonly indexes: readonly number[]; readonly bytes: number }
  | ({ readonly kind: 'page'; readonly index: number } & PackedPage)
  | ({ readonly kind: 'damaged'; readonly index: number } & PackDamage);

/** And its answer: `no-room` when the disk of the target refused. */
export type UnpackAnswer = 'done' | 'no-room';
