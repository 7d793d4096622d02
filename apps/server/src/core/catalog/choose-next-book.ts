/** A book in reading order, and whether it is finished. */
export interface SeriesStep {
  readonly id: string;
  readonly isCompleted: boolean;
}

/**
 * The book to read next in a series: the first unfinished one after the last finished one, else the first unfinished one
 * (decision C6).
 * @param steps in reading order
 * @returns its id, or undefined when all are finished
 */
export function chooseNextBook(steps: readonly SeriesStep[]): string | undefined {
  const last = steps.findLastIndex(({ isCompleted }) => isCompleted);
  // Nothing behind the last finished one is finished.
  const next = steps[last + 1] ?? steps.find(({ isCompleted }) => !isCompleted);
  return next?.id;
}
