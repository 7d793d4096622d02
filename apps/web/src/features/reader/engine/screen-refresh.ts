/** Pages turned since the last full refresh. */
export interface RefreshCount {
  readonly place: string;
  readonly turned: number;
}

/**
 * Counts a turn to another place. After `every` turns the screen is due for a full refresh, and the count begins again.
 * @param every 0 for never
 */
export function countTurn(
  count: RefreshCount,
  place: string,
  every: number,
): readonly [count: RefreshCount, isDue: boolean] {
  if (place === count.place) return [count, false];
  // the first place is no turn
  const turned = count.place === '' ? 0 : count.turned + 1;
  const isDue = every > 0 && turned >= every;
  return [{ place, turned: isDue ? 0 : turned }, isDue];
}
