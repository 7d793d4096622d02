/**
 * Does something with each item, a few at a time, in their order. It ends when all that was begun has: nothing is still written after.
 * @param work answers false when nothing more should be begun
 * @returns false when that was so: some items may not have been begun
 * @throws {unknown} what the first failure threw; nothing more is begun after it
 */
export async function mapConcurrently<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  let next = 0;
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver && next < items.length) {
      const index = next;
      next += 1;
      try {
        // One that stands there, whatever it is: the index is within.
        if (!(await work(items[index] as Item))) isOver = true;
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return !isOver;
}
