import type { Release } from '@lectern/contract';
import { useState } from 'react';
import type { Picked } from '#entities/release/change-releases.ts';

type Held = ReadonlyMap<string, Picked>;

export interface PickedReleases {
  readonly all: readonly Picked[];
  readonly has: (id: string) => boolean;
  /** Selects or deselects. */
  readonly put: (releases: readonly Picked[], isIn: boolean) => void;
  readonly clear: () => void;
}

function pick({ id, state }: Picked): readonly [string, Picked] {
  return [id, { id, state }];
}

/**
 * Selection across pages.
 * @param shown releases on this page, whose states may have changed since they were selected
 */
export function usePicked(shown: readonly Release[]): PickedReleases {
  const [held, setHeld] = useState<Held>(new Map());
  const now = new Map(shown.map(pick));
  return {
    all: [...held.values()].map((picked) => now.get(picked.id) ?? picked),
    has: (id) => held.has(id),
    put: (releases, isIn) =>
      setHeld((before) => {
        const ids = new Set(releases.map(({ id }) => id));
        const others = [...before].filter(([id]) => !ids.has(id));
        return new Map(isIn ? [...others, ...releases.map(pick)] : others);
      }),
    clear: () => setHeld(new Map()),
  };
}
