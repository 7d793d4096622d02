/**
 * Runs work that others may share, and that ends when the one who began it goes away: those who are still there begin it anew.
 * @param signal of the one who asks here
 */
export async function sharedWork<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const endedByAnother = error instanceof Error && error.name === 'AbortError' && !signal.aborted;
      if (!endedByAnother) throw error;
    }
  }
}
