/**
 * The system keeps 16,384 events for a process that is busy (fs.inotify.max_queued_events) and drops the rest without a word
 * that reaches us. All that it kept come in one go: so many at once, some of them of folders that are not watched any more,
 * and there may have been others.
 */
const MANY_AT_ONCE = 4_096;

let count = 0;
const listeners = new Set<() => void>();

/** Counts an event; those that come before the process does anything else belong together. */
export function countEvent(): void {
  if (count === 0) {
    setImmediate(() => {
      count = 0;
    });
  }
  count += 1;
  if (count === MANY_AT_ONCE) for (const listen of listeners) listen();
}

/** Calls back when events may have been lost, of whatever folder: all share one line. */
export function onEventsLost(listen: () => void): Disposable {
  listeners.add(listen);
  return { [Symbol.dispose]: () => void listeners.delete(listen) };
}
