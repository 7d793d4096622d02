/** The latest work of each key; forgotten with the key. */
const latest = new WeakMap<object, Promise<void>>();

/**
 * Runs `work` once everything given earlier for the same key has ended, well or badly.
 * @param key whoever needs the order, for example the bus that tells of the work
 * @throws {Error} whatever `work` throws; it holds up nobody behind it
 */
export async function inTurn(key: object, work: () => Promise<void>): Promise<void> {
  const turn = (latest.get(key) ?? Promise.resolve()).then(work);
  latest.set(
    key,
    turn.catch(() => undefined),
  );
  await turn;
}
