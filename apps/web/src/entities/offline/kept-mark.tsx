import type { ComponentType } from 'react';
import { createStore, useStore } from '#lib/store.ts';

export interface KeptMarkProps {
  readonly bookId?: string;
  readonly seriesId?: string;
  /** For the cover of a row. */
  readonly isSmall?: boolean;
}

/** Undefined until the code of kept books has started, and where the browser keeps nothing. */
export const keptMarkStore = createStore<ComponentType<KeptMarkProps> | undefined>(undefined);

/** The place on a cover where `DrawnKeptMark` tells what this device keeps. The first screen does not wait for it. */
export function KeptMark(props: KeptMarkProps) {
  const Drawn = useStore(keptMarkStore);
  return Drawn === undefined ? null : <Drawn {...props} />;
}
