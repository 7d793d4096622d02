import fc from 'fast-check';
import type { FileDeed } from './moving-files.ts';

const number = fc.nat({ max: 200 });
/** Anything that can be done to files. */
export const deed: fc.Arbitrary<FileDeed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create'), place: number, kind: number }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('copy', 'move', 'overwrite', 'swap'), from: number, to: number }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('replace', 'touch', 'delete'), from: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rotate'), folder: number }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('rename-folder', 'swap-folders'), folder: number, to: number }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('unmount', 'empty'), root: number }) },
);

/** A shelf to begin with: most of what can be done needs something to do it with. */
export const start: readonly FileDeed[] = Array.from({ length: 9 }, (_, index) => ({
  do: 'create',
  place: [0, 8, 16, 2, 10, 4, 1, 9, 3][index] ?? 0,
  kind: index + 1,
}));
