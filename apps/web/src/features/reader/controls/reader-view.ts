import type { ReaderAction } from '#entities/keys/key-map.ts';

/** What an action does now; undefined for an action that does not apply. */
export type FindDeed = (action: ReaderAction) => (() => void) | undefined;

/** Interface of a view to keys and buttons. */
export interface ReaderView {
  readonly find: FindDeed;
}
