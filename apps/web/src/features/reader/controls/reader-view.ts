import type { ReaderAction } from '../engine/key-map.ts';

/** What a reader offers to the keys and buttons around it. */
export interface ReaderView {
  /** Answers false when the action means nothing to this view now. */
  readonly perform: (action: ReaderAction) => boolean;
}
