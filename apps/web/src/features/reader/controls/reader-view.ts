import type { ReaderAction } from '#entities/keys/key-map.ts';

/** Interface of a view to keys and buttons. */
export interface ReaderView {
  /** Returns false for an action that does not apply now. */
  readonly perform: (action: ReaderAction) => boolean;
}
