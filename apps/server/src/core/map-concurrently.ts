/**
 * Processes items in order, at most `lanes` at a time. Settles when all started work has ended.
 * @param work answers false to stop: no further item starts
 * @returns false when it was stopped
 * @throws {unknown} the first failure, which also stops it
 */
export async function mapConcurrently<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  // The lanes take from one iterator.
  const left = items.values();
  let isOver = false;
  const lane = async (): Promise<void> => {
    try {
      for (const item of left) {
        if (!(await work(item))) isOver = true;
        if (isOver) return;
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return !isOver;
}
