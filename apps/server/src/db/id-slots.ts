import { slot } from './slot.ts';

/** Numbers of ids a statement is compiled for: shorter lists repeat their last id. */
const ID_COUNTS = [1, 2, 10, 50, 100, 500] as const;
/** Ids that one statement takes at most. */
export const MOST_IDS = 500;

/** Values and slots of a precompiled query over at most MOST_IDS ids; `count` belongs into the query's shape. */
export function idSlots(ids: readonly string[]) {
  const count = ID_COUNTS.find((candidate) => candidate >= ids.length) ?? MOST_IDS;
  const padded = [...ids, ...Array<string>(count - ids.length).fill(ids.at(-1) ?? '')];
  return { count, values: { ids: padded }, slots: () => padded.map((_, index) => slot<string>('ids', index)) };
}
