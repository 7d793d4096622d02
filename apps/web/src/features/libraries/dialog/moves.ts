import type { StrategyPreview } from '@lectern/contract';

/** Books that change series, or whose series is renamed. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly bookCount: number;
}

/** Moves grouped by old and new series, most books first. */
export function listMoves(examples: StrategyPreview['examples']): readonly Move[] {
  const moves = new Map<string, Move>();
  for (const { before, after } of examples) {
    if (before.series === after.series) continue;
    const key = JSON.stringify([before.series, after.series]);
    const bookCount = (moves.get(key)?.bookCount ?? 0) + 1;
    moves.set(key, { from: before.series, to: after.series, bookCount });
  }
  return [...moves.values()].sort((one, other) => other.bookCount - one.bookCount);
}
