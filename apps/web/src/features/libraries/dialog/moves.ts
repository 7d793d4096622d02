import type { StrategyPreview } from '@lectern/contract';

/** Books that go from one series to another, or whose series is called otherwise. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly bookCount: number;
}

/** Which series books go from and to, most books first. */
export function movesOf(examples: StrategyPreview['examples']): readonly Move[] {
  const moves = new Map<string, Move>();
  for (const { before, after } of examples) {
    if (before.series === after.series) continue;
    const key = JSON.stringify([before.series, after.series]);
    const bookCount = (moves.get(key)?.bookCount ?? 0) + 1;
    moves.set(key, { from: before.series, to: after.series, bookCount });
  }
  return [...moves.values()].sort((one, other) => other.bookCount - one.bookCount);
}
